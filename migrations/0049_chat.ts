import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("telegram_bots")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("username", "text")
    .addColumn("next_update", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("lease_holder", "text", (column) => column.notNull())
    .addColumn("lease_until", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("telegram_codes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("requested_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("chat_requests")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("is_charged", "integer", (column) =>
      column.notNull().check(sql`is_charged in (0, 1)`),
    )
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("task_ids", "text", (column) => column.notNull())
    .addColumn("received_at", "text", (column) => column.notNull())
    .addColumn("undone_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("chat_requests_of_user")
    .on("chat_requests")
    .columns(["user_id", "received_at"])
    .execute();
  await db.schema
    .createTable("unknown_senders")
    .addColumn("sender", "text", (column) => column.primaryKey().notNull())
    .addColumn("answered_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const table of ["unknown_senders", "chat_requests", "telegram_codes", "telegram_bots"])
    await db.schema.dropTable(table).execute();
}
