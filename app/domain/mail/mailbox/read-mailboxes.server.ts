import type { Kysely, Selectable } from "kysely";
import { findProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { OpenMailbox } from "#app/services/mailbox/imap.server.ts";
import { claimInTurns } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import { claimInbox } from "./inbox.server.ts";
import type { MailIn } from "../forwarding/mail-in.ts";
import { keepRow, type ReaderSettings, type Taken } from "../mails.server.ts";
import { type Folder, readFolder } from "./read-folder.server.ts";
import { openSealed } from "./sealed-mailbox.server.ts";

export interface Settings extends ReaderSettings {
  /** Servers inside the network. */
  trustedHosts: readonly string[];
  /** For accounts whose own zone is unknown. */
  timeZone: string;
  /** The mailbox to which families forward, if there is one. */
  mailIn?: MailIn | null;
}

const readAtOnce = 4;
const minutesToRead = 5;
/** Connections that wait for new mail; the others are read every 15 minutes only. */
const maxWaiting = 50;
const maxMinutesToWait = 20;

/** Creates a reader of due mailboxes. It keeps connections open until `end` is called. */
export function createMailboxReader(db: Kysely<Database>, settings: Settings) {
  const waiting = new Map<string, OpenMailbox>();
  const end = (id: string) => {
    waiting.get(id)?.close();
    waiting.delete(id);
  };

  async function readOne(folder: Folder, now: string, signal?: AbortSignal): Promise<void> {
    const { id } = folder;
    end(id);
    const read = await readFolder(db, folder, { ...settings, signal }, now);
    if (!read) return;
    const { mailbox, isComplete, nextReadAt } = read;
    if (!isComplete || waiting.size >= maxWaiting) return mailbox.close();
    waiting.set(id, mailbox);
    // It may have been removed, or another worker may be reading it by then.
    const timer = setTimeout(() => mailbox.close(), maxMinutesToWait * 60_000).unref();
    mailbox.onEnd(() => {
      clearTimeout(timer);
      if (waiting.get(id) === mailbox) waiting.delete(id);
    });
    // A failure is no loss: the mailbox is read every 15 minutes anyway.
    mailbox.onNewMail(() => void readSoon(db, folder, nextReadAt).catch(() => undefined));
  }

  return {
    read: async (now: string, signal?: AbortSignal) => {
      const until = laterBy(now, { minutes: minutesToRead });
      const rows = await claimInTurns(db, "mailboxes", { atOnce: readAtOnce, now, until });
      const inbox = await claimInbox(db, settings, { now, until });
      const folders = await Promise.all(rows.map((row) => folderOf(db, row, settings)));
      const due = inbox ? [...folders, inbox] : folders;
      const outcomes = await Promise.allSettled(due.map((folder) => readOne(folder, now, signal)));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    },
    end: () => {
      for (const id of waiting.keys()) end(id);
    },
  };
}

async function folderOf(
  db: Kysely<Database>,
  row: Selectable<Database["mailboxes"]>,
  { encryptionKey, ...settings }: Settings,
): Promise<Folder> {
  const { id, added_by: userId, household_id: householdId } = row;
  const { timeZone } = await findProfile(db, userId);
  const owner = { userId, householdId, timeZone: timeZone ?? settings.timeZone };
  return {
    id,
    address: openSealed(encryptionKey, row),
    reading: row,
    maxMinutesBetweenReads,
    save: async (trx, changes, readNextAt = row.next_read_at) => {
      const { numUpdatedRows } = await trx
        .updateTable("mailboxes")
        .set(changes)
        .where("id", "=", id)
        .where("household_id", "=", householdId)
        .where("next_read_at", "=", readNextAt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    findOwners: async () => [owner],
    keep: async (trx, mails) => {
      const kept: Taken[] = [];
      for (const mail of mails) kept.push(await keepRow(trx, mail, nowIso()));
      return kept.some((one) => "refused" in one && one.refused === "too_many") ? "too_many" : kept;
    },
    tell: (trx) => bumpRevision(trx, householdId),
  };
}

const maxMinutesBetweenReads = 6 * 60;

const secondsUntilNewMailIsRead = 5;

async function readSoon(db: Kysely<Database>, folder: Folder, nextReadAt: string): Promise<void> {
  const soon = laterBy(nowIso(), { seconds: secondsUntilNewMailIsRead });
  if (soon < nextReadAt) await folder.save(db, { next_read_at: soon }, nextReadAt);
}
