import type { Kysely, Selectable, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findFamilyNumbers } from "#app/domain/people/family/family-members.server.ts";
import { findOwnSenders } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

export type Conversation = Omit<Selectable<Database["text_conversations"]>, "sender">;

export async function findConversation(
  trx: Transaction<Database>,
  sender: string,
): Promise<Conversation> {
  const found = await trx
    .selectFrom("text_conversations")
    .select(["answer", "choices", "helped_about"])
    .where("sender", "=", sender)
    .executeTakeFirst();
  return found ?? { answer: null, choices: null, helped_about: null };
}

export async function saveConversation(
  trx: Transaction<Database>,
  sender: string,
  conversation: Conversation,
): Promise<void> {
  await trx
    .insertInto("text_conversations")
    .values({ sender, ...conversation })
    .onConflict((conflict) => conflict.column("sender").doUpdateSet(conversation))
    .execute();
}

/**
 * Deletes conversations whose number or chat no longer belongs to a family member or an account.
 */
export async function forgetConversations(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom("text_conversations").select("sender").execute();
  const senders = rows.map(({ sender }) => sender);
  const known = new Set([
    ...(await findFamilyNumbers(db, senders)),
    ...(await findOwnSenders(db, senders)),
  ]);
  const unknown = senders.filter((sender) => !known.has(sender));
  await db.deleteFrom("text_conversations").where("sender", "in", idList(unknown)).execute();
}
