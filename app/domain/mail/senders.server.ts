import type { Kysely } from "kysely";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database, SenderRule } from "#db/schema.ts";
import { findMail } from "./mails.server.ts";

export interface ListedSender {
  /** The hash of the address. */
  id: string;
  address: string;
  rule: SenderRule;
}

/**
 * Sets the rule for a sender's future mails. Returns the sender's name, or undefined
 * without such a mail or if it names no sender.
 */
export async function chooseSender(
  db: Kysely<Database>,
  viewer: Viewer,
  { mailId, rule }: { mailId: string; rule: SenderRule },
  encryptionKey: string,
): Promise<string | undefined> {
  const { householdId } = viewer;
  return db.transaction().execute(async (trx) => {
    const sender = (await findMail(trx, viewer, mailId, encryptionKey))?.sender;
    const row = await trx
      .selectFrom("mails")
      .select("sender_hash")
      .where("id", "=", mailId)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (!sender || !row?.sender_hash) return undefined;
    const { sender_hash } = row;
    const content = encrypt(encryptionKey, sender.address, sender_hash);
    const chosen = { rule, content, chosen_at: nowIso() };
    await trx
      .insertInto("mail_senders")
      .values({ household_id: householdId, sender_hash, ...chosen })
      .onConflict((conflict) =>
        conflict.columns(["household_id", "sender_hash"]).doUpdateSet(chosen),
      )
      .execute();
    await bumpRevision(trx, householdId);
    return sender.name || sender.address;
  });
}

export async function listSenders(
  db: Kysely<Database>,
  { householdId }: Viewer,
  encryptionKey: string,
): Promise<ListedSender[]> {
  const rows = await db
    .selectFrom("mail_senders")
    .select(["sender_hash", "rule", "content"])
    .where("household_id", "=", householdId)
    .orderBy("chosen_at")
    .orderBy("sender_hash")
    .execute();
  return rows.flatMap(({ sender_hash, rule, content }) => {
    const address = decrypt(encryptionKey, content, sender_hash);
    return address === null ? [] : [{ id: sender_hash, address, rule }];
  });
}

/** Returns false if the household has no rule for such a sender. */
export async function forgetSender(
  db: Kysely<Database>,
  { householdId }: Viewer,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("mail_senders")
      .where("household_id", "=", householdId)
      .where("sender_hash", "=", id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await bumpRevision(trx, householdId);
    return numDeletedRows > 0n;
  });
}
