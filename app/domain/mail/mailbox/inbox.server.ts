import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { MailboxAddress } from "#app/services/mailbox/imap.server.ts";
import { countHeldSources } from "#db/sql/sources.ts";
import type { Database, MailboxProblem } from "#db/schema.ts";
import type { Folder } from "./read-folder.server.ts";
import {
  countDropped,
  findAddressOwners,
  keepForwarded,
} from "../forwarding/keep-forwarded.server.ts";
import type { MailIn } from "../forwarding/mail-in.ts";
import { recipientsIn } from "../forwarding/recipients.ts";

interface Settings {
  mailIn?: MailIn | null;
  timeZone: string;
}

/** Each mailbox has its own progress. */
const idOf = ({ host, user, folder }: MailboxAddress) =>
  createHash("sha256")
    .update(JSON.stringify([host, user, folder]))
    .digest("base64url");

/**
 * Claims the mailbox to which families forward, for this worker alone. Returns undefined if there
 * is none or if it is not due.
 * @param turn.until another worker can claim it from then on
 */
export async function claimInbox(
  db: Kysely<Database>,
  { mailIn, timeZone }: Settings,
  { now, until }: { now: string; until: string },
): Promise<Folder | undefined> {
  if (!mailIn?.mailbox) return undefined;
  const id = idOf(mailIn.mailbox);
  const known = await findInbox(db, id);
  if (known && known.next_read_at > now) return undefined;
  // After a restore, an address that the family has turned off since may be back.
  if ((await countHeldSources(db, "mail_addresses")) > 0) return undefined;
  if (!known)
    await db
      .insertInto("mail_inboxes")
      .values({ id, next_read_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const save: Folder["save"] = async (trx, changes, readNextAt = until) => {
    const { numUpdatedRows } = await trx
      .updateTable("mail_inboxes")
      .set(changes)
      .where("id", "=", id)
      .where("next_read_at", "=", readNextAt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  if (!(await save(db, { next_read_at: until }, known?.next_read_at ?? now))) return undefined;
  const reading = await findInbox(db, id);
  return {
    id,
    address: mailIn.mailbox,
    reading: reading!,
    // Many families wait for it.
    maxMinutesBetweenReads: 15,
    save,
    findOwners: async (mailbox, uid) => {
      const header = await mailbox.readHeader(uid);
      if (!header) return undefined;
      const recipients = recipientsIn(header.toString("latin1"));
      return findAddressOwners(db, recipients, { around: mailIn, timeZone });
    },
    keep: async (trx, mails, owners) => {
      if (owners?.length === 0) await countDropped(trx, id);
      return keepForwarded(trx, mails, owners ?? []);
    },
    // No page shows it live.
    tell: () => Promise.resolve(),
  };
}

async function findInbox(db: Kysely<Database>, id: string) {
  return db.selectFrom("mail_inboxes").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the result of the last reading, or undefined before the first. */
export async function findInboxState(
  db: Kysely<Database>,
  mailbox: MailboxAddress,
): Promise<{ readAt: string | null; problem: MailboxProblem | null } | undefined> {
  const row = await findInbox(db, idOf(mailbox));
  return row?.tried_at ? { readAt: row.read_at, problem: row.problem } : undefined;
}

/** Counts all mails sent to unknown addresses. */
export async function countDroppedMails(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom("mail_inboxes")
    .select(({ fn }) => fn.sum<number | null>("dropped").as("count"))
    .executeTakeFirstOrThrow();
  return count ?? 0;
}
