import { type Kysely, sql } from "kysely";

/** Requests can be answered in chats as well. */
export async function up(db: Kysely<any>): Promise<void> {
  await rebuild(db, { from: "number", to: "sender" });
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.deleteFrom("text_conversations").where("sender", "not like", "+%").execute();
  await rebuild(db, { from: "sender", to: "number" });
}

/** SQLite cannot drop a check. */
async function rebuild(db: Kysely<any>, { from, to }: { from: string; to: string }): Promise<void> {
  const others = ["answer", "choices", "helped_about"];
  await db.schema
    .createTable("conversations_rebuilt")
    .addColumn(to, "text", (column) => {
      const key = column.primaryKey().notNull();
      return to === "number" ? key.check(sql`number like '+%'`) : key;
    })
    .addColumn("answer", "text", (column) => column.check(sql`answer in ('accept', 'decline')`))
    .addColumn("choices", "text")
    .addColumn("helped_about", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db
    .insertInto("conversations_rebuilt")
    .columns([to, ...others])
    .expression(db.selectFrom("text_conversations").select([from, ...others]))
    .execute();
  await db.schema.dropTable("text_conversations").execute();
  await db.schema.alterTable("conversations_rebuilt").renameTo("text_conversations").execute();
}
