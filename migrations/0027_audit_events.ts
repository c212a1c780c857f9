import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("audit_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("recorded_at", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("done_by", "text", (column) =>
      column.notNull().check(sql`done_by in ('self', 'owner', 'command')`),
    )
    .addColumn("network", "text")
    .addColumn("device", "text")
    .addColumn("logged_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("audit_events_of_user")
    .on("audit_events")
    .columns(["user_id", "id"])
    .execute();
  await db.schema
    .createIndex("audit_events_by_age")
    .on("audit_events")
    .column("recorded_at")
    .execute();
  await sql`create index audit_events_unlogged on audit_events (id) where logged_at is null`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("audit_events").execute();
}
