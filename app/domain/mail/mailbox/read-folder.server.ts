import type { Kysely, Selectable, Transaction } from "kysely";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  type MailboxAddress,
  MailServerFailed,
  openMailbox,
  type OpenMailbox,
} from "#app/services/mailbox/imap.server.ts";
import type { Database, MailboxProblem, ReadingTable } from "#db/schema.ts";
import { addAtOnce } from "../act-on-mail.server.ts";
import { type MailRow, readRow, type Taken, type ReaderSettings } from "../mails.server.ts";
import {
  type IncomingMail,
  parseAnyMail,
  parseHeader,
  unknownMail,
} from "../reading/parse-mail.server.ts";

type Reading = Selectable<ReadingTable>;

interface Owner extends ZonedViewer {
  /** The forwarding address that the mail was sent to, if it was. */
  addressId?: string;
}

/** A folder of a family's own mailbox, or of the one that all families forward to. */
export interface Folder {
  id: string;
  /** Undefined for what lost keys have sealed. */
  address: MailboxAddress | undefined;
  reading: Reading;
  /** The longest pause after failures. */
  maxMinutesBetweenReads: number;
  /**
   * Returns false if it was removed or moved, or if another worker reads it.
   * @param readNextAt the value that this worker saved last; by default, its claim
   */
  save: (db: Kysely<Database>, changes: Partial<Reading>, readNextAt?: string) => Promise<boolean>;
  /** Finds the accounts that a mail is for. Returns undefined for a mail that is gone. */
  findOwners: (mailbox: OpenMailbox, uid: number) => Promise<Owner[] | undefined>;
  /** Keeps a mail for each of its owners. "too_many" leaves it for the next reading. */
  keep: (
    trx: Transaction<Database>,
    mails: MailRow[],
    owners: Owner[] | undefined,
  ) => Promise<Taken[] | "too_many">;
  /** Refreshes the pages that show its state. */
  tell: (trx: Transaction<Database>) => Promise<void>;
}

export interface About extends ReaderSettings {
  /** Servers inside the network. */
  trustedHosts: readonly string[];
  /** Ends a reading before its next mail when the worker stops. */
  signal: AbortSignal | undefined;
}

/** Ends well before others may claim the folder. */
const maxSecondsToRead = 60;
const mailsAtOnce = 50;
const daysBack = 14;
const minutesBetweenReads = 15;
const minutesUntilNextTry = 1;
/** Mila may have stopped once for another reason. */
const triesOfOneMail = 5;

type Outcome =
  | { status: "read"; mailbox: OpenMailbox; isComplete: boolean }
  /** `isAtMail` means that one mail may be the cause. */
  | { status: "failed"; problem: MailboxProblem; isAtMail?: boolean }
  /** The folder was removed meanwhile, or another worker reads it. */
  | { status: "ended" };

/**
 * Reads the new mails of a folder, and schedules the next reading.
 * @returns the open mailbox, or undefined if the reading failed
 */
export async function readFolder(
  db: Kysely<Database>,
  folder: Folder,
  about: About,
  now: string,
): Promise<{ mailbox: OpenMailbox; isComplete: boolean; nextReadAt: string } | undefined> {
  const outcome = await takeNew(db, folder, about, now);
  if (outcome.status === "ended") return undefined;
  if (outcome.status === "failed") {
    await saveFailure(db, folder, outcome, now);
    return undefined;
  }
  const { mailbox, isComplete } = outcome;
  const nextReadAt = laterBy(now, isComplete ? { minutes: minutesBetweenReads } : {});
  const readAt = isComplete ? now : folder.reading.read_at;
  if (await saveRead(db, folder, { readAt, nextReadAt }, now))
    return { mailbox, isComplete, nextReadAt };
  mailbox.close();
  return undefined;
}

async function takeNew(
  db: Kysely<Database>,
  folder: Folder,
  about: About,
  now: string,
): Promise<Outcome> {
  if (!folder.address) return { status: "failed", problem: "lost_password" };
  const opened = await openMailbox(folder.address, about.trustedHosts);
  if (opened.status === "no_folder") return { status: "failed", problem: "no_folder" };
  if (opened.status === "failed") return opened;
  const { mailbox } = opened;
  const place = { isAtMail: false };
  try {
    const outcome = await takeMails(db, folder, { mailbox, place }, about, now);
    if (outcome.status !== "read") mailbox.close();
    return outcome;
  } catch (error) {
    mailbox.close();
    if (!(error instanceof MailServerFailed)) throw error;
    return { status: "failed", problem: "unanswered", ...place };
  }
}

async function takeMails(
  db: Kysely<Database>,
  folder: Folder,
  { mailbox, place }: { mailbox: OpenMailbox; place: { isAtMail: boolean } },
  about: About,
  now: string,
): Promise<Outcome> {
  const { uidValidity, lastUid } = mailbox;
  const { reading } = folder;
  const isSame = reading.uid_validity === uidValidity;
  const firstDay = earlierBy(now, { hours: 24 * daysBack }).slice(0, "2026-11-30".length);
  // Until a first reading is complete, older mails stay out.
  const isFirst = !isSame || reading.read_at === null;
  const above = isSame ? reading.last_uid : 0;
  const uids = await mailbox.listUids(above, isFirst ? firstDay : undefined);
  const until = AbortSignal.timeout(1_000 * maxSecondsToRead);
  const ending = about.signal ? AbortSignal.any([about.signal, until]) : until;
  let count = 0;
  for (const uid of uids.slice(0, mailsAtOnce)) {
    if (ending.aborted) break;
    place.isAtMail = true;
    const outcome = await takeOne(db, folder, { mailbox, uid }, about);
    if (outcome === "ended") return { status: "ended" };
    if (outcome === "too_many") return { status: "failed", problem: "too_many" };
    count += 1;
  }
  const isComplete = count === uids.length;
  // Older mails are not taken later either.
  const end = { uid_validity: uidValidity, last_uid: Math.max(lastUid, uids.at(-1) ?? 0) };
  if (isComplete && isFirst && !(await folder.save(db, end))) return { status: "ended" };
  return { status: "read", mailbox, isComplete };
}

interface One {
  mailbox: OpenMailbox;
  uid: number;
}

async function takeOne(
  db: Kysely<Database>,
  folder: Folder,
  { mailbox, uid }: One,
  settings: ReaderSettings,
): Promise<"kept" | "ended" | "too_many"> {
  const tries = folder.reading.reading_uid === uid ? folder.reading.reading_tries : 0;
  const tried = { reading_uid: uid, reading_tries: tries + 1 };
  if (!(await folder.save(db, tried))) return "ended";
  // Even the header may be unreadable.
  const owners = tries > triesOfOneMail + 1 ? [] : await folder.findOwners(mailbox, uid);
  const isWanted = owners !== undefined && owners.length > 0;
  const mail = isWanted ? await readMail(mailbox, uid, tries) : undefined;
  const rows = await Promise.all(
    mail ? owners!.map((owner) => readRow(db, owner, mail, settings, nowIso())) : [],
  );
  const number = { uid_validity: mailbox.uidValidity, last_uid: uid };
  const kept = await keep(db, folder, number, (trx) => folder.keep(trx, rows, owners));
  if (typeof kept === "string") return kept;
  // Should Mila stop before, the mail waits for somebody to add it.
  for (const [index, taken] of kept.entries())
    if ("rule" in taken && taken.rule === "always")
      await addAtOnce(db, owners![index]!, taken.id, settings.encryptionKey);
  return "kept";
}

/**
 * Returns undefined for a mail that is gone. If Mila kept stopping at the mail, reads only its
 * header, and at last nothing.
 */
async function readMail(
  mailbox: OpenMailbox,
  uid: number,
  tries: number,
): Promise<IncomingMail | undefined> {
  if (tries > triesOfOneMail) return unknownMail;
  if (tries < triesOfOneMail) {
    const source = await mailbox.read(uid);
    return source && parseAnyMail(source);
  }
  const header = await mailbox.readHeader(uid);
  return header && parseHeader(header);
}

/** Keeps a mail and its number together, so that each is taken once, wherever Mila stops. */
async function keep(
  db: Kysely<Database>,
  folder: Folder,
  number: Pick<Reading, "uid_validity" | "last_uid">,
  keepMail: (trx: Transaction<Database>) => Promise<Taken[] | "too_many">,
): Promise<Taken[] | "ended" | "too_many"> {
  const readToEnd = { reading_uid: null, reading_tries: 0 };
  return db.transaction().execute(async (trx) => {
    if (!(await folder.save(trx, readToEnd))) return "ended";
    const kept = await keepMail(trx);
    // The next reading begins with it.
    if (kept !== "too_many") await folder.save(trx, number);
    return kept;
  });
}

async function saveRead(
  db: Kysely<Database>,
  folder: Folder,
  { readAt, nextReadAt }: { readAt: string | null; nextReadAt: string },
  now: string,
): Promise<boolean> {
  const changes = { tried_at: now, read_at: readAt, problem: null, failures: 0 };
  return saveEnd(db, folder, { ...changes, next_read_at: nextReadAt });
}

async function saveFailure(
  db: Kysely<Database>,
  folder: Folder,
  { problem, isAtMail = false }: { problem: MailboxProblem; isAtMail?: boolean },
  now: string,
): Promise<void> {
  if (isAtMail) {
    // After some tries, the mail is left out.
    await folder.save(db, { next_read_at: laterBy(now, { minutes: minutesUntilNextTry }) });
    return;
  }
  const failures = folder.reading.failures + 1;
  const pause = minutesBetweenReads * 2 ** (failures - 1);
  const minutes = Math.min(pause, folder.maxMinutesBetweenReads);
  const changes = { tried_at: now, problem, failures, next_read_at: laterBy(now, { minutes }) };
  await saveEnd(db, folder, changes);
}

async function saveEnd(
  db: Kysely<Database>,
  folder: Folder,
  changes: Partial<Reading> & Pick<Reading, "problem">,
): Promise<boolean> {
  const { problem, tried_at } = folder.reading;
  return db.transaction().execute(async (trx) => {
    const isThere = await folder.save(trx, changes);
    if (isThere && (problem !== changes.problem || tried_at === null)) await folder.tell(trx);
    return isThere;
  });
}
