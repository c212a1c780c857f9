import type { FamilyMember, WeekStart } from "#app/domain/understanding/types.ts";
import { findMailLines } from "./mail-lines.ts";
import { findThings } from "./find-things.ts";
import { listInvitations } from "./invitations.server.ts";
import { withoutTwins } from "./merge.ts";
import { isCorrection, oldDaysOf } from "./old-days.ts";
import type { MailToRead } from "./sentences.ts";
import type { Thing } from "./thing.ts";
import type { IncomingMail } from "./parse-mail.server.ts";

export interface ReadMail {
  /** The school's, also if a parent forwarded the mail. */
  sender: { name: string; address: string } | null;
  subject: string;
  things: Thing[];
  /** True if an attachment says more. */
  hasUnreadPart: boolean;
}

interface Reader {
  /** The household's zone, in which the mail's times are. */
  timeZone: string;
  people: FamilyMember[];
  weekStart?: WeekStart | undefined;
  /** A UTC instant, for a mail without a date. */
  takenAt: string;
}

/** Finds what a mail asks for and announces. */
export async function readMail(mail: IncomingMail, reader: Reader): Promise<ReadMail> {
  // A copied mail may begin with its header.
  const isForward = mail.isPasted || /^\s*(?:fwd?|fw|wg)\s*:/i.test(mail.subject);
  const { lines, forwarded } = findMailLines(mail.text, { isForward });
  const subject = forwarded?.subject ?? mail.subject;
  const sentAt = sentAtOf(forwarded?.sentAt) ?? mail.sentAt ?? reader.takenAt;
  const { timeZone, people, weekStart } = reader;
  const invitations = await listInvitations({ calendars: mail.calendars, sentAt, timeZone });
  const own = { subject, lines, sentAt, timeZone, people, weekStart };
  const said = await findThings(own);
  return {
    sender: senderOf(forwarded?.sender) ?? mail.sender,
    subject,
    things: withoutTwins(said, invitations.things).map((thing) => withOldDays(own, thing)),
    hasUnreadPart: mail.hasUnreadPart || invitations.isCut,
  };
}

const withOldDays = (mail: MailToRead, thing: Thing): Thing =>
  isCorrection(thing.sentence) ? { ...thing, oldDays: oldDaysOf(mail, thing) } : thing;

/** "Thu, Dec 3, 2026 at 9:14 AM", as mail programs write it. */
function sentAtOf(written: string | null | undefined): string | null {
  if (!written) return null;
  const plain = written
    .replace(/\s+(?:at|um)\s+/i, " ")
    .replace(/(\d{1,2})\.(?=\s)/g, "$1")
    .replace(/(\d)\s*(am|pm)\b/i, "$1 $2")
    .replace(/\b(?:GMT|UTC)([+-]\d{1,2}(?::?\d\d)?)?.*$/, "");
  const at = Date.parse(plain);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** "Oak School <office@oak.example>". */
function senderOf(written: string | null | undefined): ReadMail["sender"] {
  const [, address] = /<?(?:mailto:)?([^\s<>[\]()"]+@[^\s<>[\]()"]+)>?/.exec(written ?? "") ?? [];
  if (!address) return null;
  const name = (written ?? "").split(/[<[(]/)[0]!.replaceAll('"', "").trim();
  return { name: name === address ? "" : name, address: address.toLowerCase() };
}
