import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("family_invitations")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("invited_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("invitee_email", "text", (column) =>
      column.notNull().check(sql`invitee_email = lower(trim(invitee_email))`),
    )
    .addColumn("status", "text", (column) =>
      column
        .notNull()
        .defaultTo("pending")
        .check(sql`status in ('pending', 'accepted', 'revoked')`),
    )
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("family_invitations_of_household")
    .on("family_invitations")
    .columns(["household_id", "status", "created_at desc"])
    .execute();
  await db.schema
    .createIndex("family_invitations_once")
    .unique()
    .on("family_invitations")
    .columns(["household_id", "invitee_email"])
    .where(sql.ref("status"), "=", "pending")
    .execute();
  await db.schema
    .createIndex("family_invitations_by_invitee")
    .on("family_invitations")
    .column("invitee_email")
    .where(sql.ref("status"), "=", "pending")
    .execute();
  await db.schema
    .createIndex("family_invitations_by_inviter")
    .on("family_invitations")
    .column("invited_by")
    .execute();

  await db.schema
    .alterTable("household_members")
    .addColumn("notice", "text", (column) => column.check(sql`notice in ('removed')`))
    .execute();
  await db.schema.alterTable("sessions").addColumn("device", "text").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("sessions").dropColumn("device").execute();
  await db.schema.alterTable("household_members").dropColumn("notice").execute();
  await db.schema.dropTable("family_invitations").execute();
}
