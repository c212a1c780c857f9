import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("totp_factors")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("last_step", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("recovery_codes_by_user")
    .unique()
    .on("recovery_codes")
    .columns(["user_id", "code_hash"])
    .execute();

  await db.schema
    .alterTable("sign_in_failures")
    .addColumn("step", "text", (column) =>
      column
        .notNull()
        .defaultTo("password")
        .check(sql`step in ('password', 'code')`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("sign_in_failures").dropColumn("step").execute();
  await db.schema.dropTable("recovery_codes").execute();
  await db.schema.dropTable("totp_factors").execute();
}
