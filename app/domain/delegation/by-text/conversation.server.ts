import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

export type Conversation = Omit<Selectable<Database["text_conversations"]>, "number">;

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
  await db
    .deleteFrom("text_conversations")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("family_members").select("id").whereRef("family_members.phone", "=", "text_conversations.number"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("user_preferences")
            .select("user_id")
            .whereRef("user_preferences.phone_number", "=", "text_conversations.number"),
        ),
      ),
    )
    .execute();
}
