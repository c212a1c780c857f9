import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("confirmed_at", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update sessions set confirmed_at = created_at`.execute(db);
  await db.schema.alterTable("sessions").addColumn("network", "text").execute();
  await db.schema.alterTable("email_verifications").addColumn("session_id", "text").execute();
  await db.schema
    .alterTable("delegations")
    .addColumn("copy_version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("delegations").dropColumn("copy_version").execute();
  await db.schema.alterTable("email_verifications").dropColumn("session_id").execute();
  await db.schema.alterTable("sessions").dropColumn("network").execute();
  await db.schema.alterTable("sessions").dropColumn("confirmed_at").execute();
}
