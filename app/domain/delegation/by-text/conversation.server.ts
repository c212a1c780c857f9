import type { Kysely, Selectable, Transaction } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import { findFamilyNumbers } from "#app/domain/household/family/family-members.server.ts";
import { findOwnNumbers } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

type Conversation = Omit<Selectable<Database["text_conversations"]>, "number">;

export async function findConversation(trx: Transaction<Database>, number: string): Promise<Conversation> {
  const found = await trx
    .selectFrom("text_conversations")
    .select(["answer", "choices", "helped_about"])
    .where("number", "=", number)
    .executeTakeFirst();
  return found ?? { answer: null, choices: null, helped_about: null };
}

export async function saveConversation(
  trx: Transaction<Database>,
  number: string,
  conversation: Conversation,
): Promise<void> {
  await trx
    .insertInto("text_conversations")
    .values({ number, ...conversation })
    .onConflict((conflict) => conflict.column("number").doUpdateSet(conversation))
    .execute();
}

/** Forgets numbers that no longer belong to a family member or an account. */
export async function forgetConversations(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom("text_conversations").select("number").execute();
  const numbers = rows.map(({ number }) => number);
  const known = [...(await findFamilyNumbers(db, numbers)), ...(await findOwnNumbers(db, numbers))];
  const unknown = numbers.filter((number) => !known.includes(number));
  await db.deleteFrom("text_conversations").where("number", "in", idList(unknown)).execute();
}
