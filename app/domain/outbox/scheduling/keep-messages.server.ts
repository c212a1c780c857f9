import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import type { Database, MessageKind } from "#db/schema.ts";

/** Sends another user's waiting messages in this one's name, so that they outlive the account. */
export async function keepMessages(
  trx: Transaction<Database>,
  { kind, from, to }: { kind: MessageKind; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable("deliveries")
    .set({ user_id: to })
    .where("user_id", "=", from)
    .where("kind", "=", kind)
    .where("state", "=", "ready")
    .execute();
}

/** For an account that has ended. */
export async function removeMessagesOf(db: Kysely<Database>, userId: string): Promise<void> {
  const all = db.selectFrom("deliveries").where("user_id", "=", userId);
  await deleteInBatches(db, "deliveries", all);
}
