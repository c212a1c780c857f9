import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("channel_pauses")
    .addColumn("channel", "text", (column) => column.primaryKey().notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("paused_at", "text", (column) => column.notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("opt_outs")
    .addColumn("address", "text", (column) => column.primaryKey().notNull())
    .addColumn("opted_out_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("provider_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("received_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("provider_events_by_age")
    .on("provider_events")
    .column("received_at")
    .execute();

  await db.schema
    .createTable("workers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("beat_at", "text", (column) => column.notNull())
    .addColumn("queue", "text", (column) =>
      column.notNull().check(sql`queue in ('redis', 'database')`),
    )
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("instance_facts")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const table of [
    "instance_facts",
    "workers",
    "provider_events",
    "opt_outs",
    "channel_pauses",
  ])
    await db.schema.dropTable(table).execute();
}
