import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("deliveries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) =>
      column.notNull().check(sql`channel in ('sms', 'whatsapp', 'email', 'calendar')`),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .defaultTo("ready")
        .check(
          sql`state in ('ready', 'sending', 'unknown', 'sent', 'delivered', 'undelivered', 'failed', 'cancelled', 'merged', 'expired')`,
        ),
    )
    .addColumn("reason", "text")
    .addColumn("dedupe_key", "text", (column) => column.notNull().unique())
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("not_before", "text", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("deaths", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("handed_over_at", "text")
    .addColumn("claimed_at", "text")
    .addColumn("lease_until", "text")
    .addColumn("unknown_since", "text")
    .addColumn("repeated_at", "text")
    .addColumn("merged_into", "text", (column) =>
      column.references("deliveries.id").onDelete("set null"),
    )
    .addColumn("provider_id", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  const inState = (name: string, state: string) =>
    db.schema.createIndex(name).on("deliveries").where(sql.ref("state"), "=", state);
  await inState("deliveries_ready", "ready").columns(["channel", "not_before"]).execute();
  await inState("deliveries_sending", "sending").column("lease_until").execute();
  await inState("deliveries_unknown", "unknown").column("unknown_since").execute();
  await db.schema
    .createIndex("deliveries_of_user")
    .on("deliveries")
    .columns(["user_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("deliveries_by_subject")
    .on("deliveries")
    .columns(["subject_id", "kind"])
    .execute();
  await db.schema
    .createIndex("deliveries_by_provider")
    .on("deliveries")
    .column("provider_id")
    .execute();
  await db.schema
    .createIndex("deliveries_ended")
    .on("deliveries")
    .columns(["channel", "ended_at"])
    .execute();
  await db.schema.createIndex("deliveries_merged").on("deliveries").column("merged_into").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("deliveries").execute();
}
