import type { Kysely, Selectable, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { findFamilyNumbers } from "#app/domain/household/family/family-members.server.ts";
import { findOwnNumbers } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

type Conversation = Omit<Selectable<Database["text_conversations"]>, "number">;

/** What a number (E.164) was last told in answer to its texts. */
export async function findConversation(trx: Transaction<Database>, number: string): Promise<Conversation> {
  const found = await trx
    .selectFrom("text_conversations")
    .select(["answer", "choices", "helped_about"])
    .where("number", "=", number)
    .executeTakeFirst();
  return found ?? { answer: null, choices: null, helped_about: null };
}

export async function keepConversation(
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

/** Forgets what was last said with numbers that are neither a family member's nor an account's any more. */
export async function forgetConversations(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom("text_conversations").select("number").execute();
  const numbers = rows.map(({ number }) => number);
  const known = [...(await findFamilyNumbers(db, numbers)), ...(await findOwnNumbers(db, numbers))];
  const unknown = numbers.filter((number) => !known.includes(number));
  await db.deleteFrom("text_conversations").where("number", "in", idList(unknown)).execute();
}
