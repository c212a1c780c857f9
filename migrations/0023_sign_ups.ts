import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("sign_ups")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("ip_address", "text", (column) => column.notNull())
    .addColumn("mailbox", "text", (column) => column.notNull())
    .addColumn("signed_up_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("sign_ups_by_ip_address")
    .on("sign_ups")
    .columns(["ip_address", "signed_up_at"])
    .execute();
  await db.schema
    .createIndex("sign_ups_by_mailbox")
    .on("sign_ups")
    .columns(["mailbox", "signed_up_at"])
    .execute();
  await db.schema.createIndex("sign_ups_by_age").on("sign_ups").column("signed_up_at").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("sign_ups").execute();
}
