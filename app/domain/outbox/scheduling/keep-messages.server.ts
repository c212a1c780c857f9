import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { changeAsUser } from "../change-state.server.ts";

/** Moves another user's waiting messages to this one, so that they outlive the account. */
export async function keepMessages(
  trx: Transaction<Database>,
  { kind, from, to }: { kind: MessageKind; from: string; to: string },
): Promise<void> {
  await changeAsUser(trx, { transition: "inherited", columns: { user_id: to } }, nowIso())
    .where("user_id", "=", from)
    .where("kind", "=", kind)
    .execute();
}

/** Deletes the messages of an account that has ended. */
export async function removeMessagesOf(db: Kysely<Database>, userId: string): Promise<void> {
  const all = db.selectFrom("deliveries").where("user_id", "=", userId);
  await deleteInBatches(db, "deliveries", all);
}
