import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("password_resets")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("requested_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("password_resets_by_user")
    .on("password_resets")
    .columns(["user_id", "requested_at"])
    .execute();

  await db.schema
    .createTable("email_verifications")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("requested_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("email_verifications_by_user")
    .on("email_verifications")
    .columns(["user_id", "requested_at"])
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const table of ["email_verifications", "password_resets"])
    await db.schema.dropTable(table).execute();
}
