import type { Kysely } from "kysely";

/** Cards name the words that Mila did not use, and chats remember what they asked and changed. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("task_readings").addColumn("unused", "text").execute();
  await db.schema.alterTable("chat_requests").addColumn("details", "text").execute();
}
