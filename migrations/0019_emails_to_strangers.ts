import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("emails_to_strangers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('invitation', 'welcome')`),
    )
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("written_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("emails_to_strangers_by_email")
    .on("emails_to_strangers")
    .columns(["email", "kind"])
    .execute();
  await db.schema
    .createIndex("emails_to_strangers_by_age")
    .on("emails_to_strangers")
    .column("written_at")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("emails_to_strangers").execute();
}
