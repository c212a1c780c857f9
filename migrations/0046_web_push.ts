import { type Kysely, sql } from "kysely";

const channelCheck = ` check (channel in ('sms', 'whatsapp', 'email', 'calendar'))`;

export async function up(db: Kysely<any>): Promise<void> {
  await rebuildDeliveries(db, (table) => table.replace(channelCheck, ""));
  // Of a message by push: the device that gets it.
  await db.schema.alterTable("deliveries").addColumn("device_id", "text").execute();
  await db.schema
    .createTable("push_devices")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull().unique())
    .addColumn("p256dh", "text", (column) => column.notNull())
    .addColumn("auth", "text", (column) => column.notNull())
    .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("waits_since", "text")
    .addColumn("waits_until", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("push_devices_of_user")
    .on("push_devices")
    .column("user_id")
    .execute();
  await db.schema
    .createIndex("push_devices_of_session")
    .on("push_devices")
    .column("session_id")
    .execute();
  await sql`alter table user_preferences
    add column push_enabled integer not null default 0 check (push_enabled in (0, 1))`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").dropColumn("push_enabled").execute();
  await db.schema.dropTable("push_devices").execute();
  await db.deleteFrom("deliveries").where("channel", "=", "push").execute();
  await db.schema.alterTable("deliveries").dropColumn("device_id").execute();
  await rebuildDeliveries(db, (table) =>
    table.replace(`"channel" text not null`, `"channel" text not null${channelCheck}`),
  );
}

/** SQLite cannot drop a check. */
async function rebuildDeliveries(
  db: Kysely<any>,
  change: (table: string) => string,
): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'deliveries' and sql is not null`.execute(
    db,
  );
  const table = rows.find(({ type }) => type === "table")?.sql ?? "";
  // Its references to itself follow when it is renamed.
  await sql.raw(change(table).replaceAll(`"deliveries"`, `"new_deliveries"`)).execute(db);
  await sql`insert into new_deliveries select * from deliveries`.execute(db);
  await sql`drop table deliveries`.execute(db);
  await sql`alter table new_deliveries rename to deliveries`.execute(db);
  for (const index of rows.filter(({ type }) => type === "index"))
    await sql.raw(index.sql).execute(db);
}
