import type { Kysely } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import { type Check, done, open, problem } from "#app/domain/instance/check.ts";
import { countDroppedMails, findInboxState } from "#app/domain/mail/mailbox/inbox.server.ts";
import type { MailIn } from "#app/domain/mail/forwarding/mail-in.ts";
import { reasons } from "#app/domain/mail/mailbox/describe-mailbox.ts";
import type { Database } from "#db/schema.ts";

const name = "Forwarded mails";

/** Checks the mailbox to which families forward. Returns nothing if none is set up. */
export async function findMailInChecks(
  db: Kysely<Database>,
  mailIn: MailIn | null,
  { timeZone, now }: { timeZone: string; now: string },
): Promise<Check[]> {
  if (!mailIn) return [];
  const dropped = await countDroppedMails(db);
  const mails = dropped === 1 ? "1 mail" : `${dropped} mails`;
  const strays = dropped > 0 ? ` Dropped ${mails} to addresses that nobody has.` : "";
  if (!mailIn.mailbox) return [done(name, `Postmark delivers them.${strays}`)];
  const state = await findInboxState(db, mailIn.mailbox);
  if (state?.problem)
    return [problem(name, `Can't read ${mailIn.mailbox.host}: ${reasons[state.problem]}.`)];
  if (!state?.readAt) return [open(name, `${mailIn.mailbox.host} was not read yet.`)];
  return [done(name, `Last read ${formatDue(state.readAt, timeZone, now)}.${strays}`)];
}
