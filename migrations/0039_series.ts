import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("series")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("rule", "text", (column) => column.notNull())
    .addColumn("counts_from", "text", (column) =>
      column.notNull().check(sql`counts_from in ('due', 'done')`),
    )
    .addColumn("starts_on", "text", (column) =>
      column.notNull().check(sql`starts_on glob '????-??-??'`),
    )
    .addColumn("local_time", "text", (column) =>
      column.notNull().check(sql`local_time glob '??:??'`),
    )
    .addColumn("time_zone", "text", (column) => column.notNull())
    .addColumn("excluded_on", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("category", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("assignee", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("series_of_household").on("series").column("household_id").execute();

  await db.schema
    .createTable("series_occurrences")
    .addColumn("series_id", "text", (column) =>
      column.notNull().references("series.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("occurs_on", "text", (column) =>
      column.notNull().check(sql`occurs_on glob '????-??-??'`),
    )
    .addColumn("next_on", "text")
    .addColumn("task_id", "text", (column) =>
      column.unique().references("tasks.id").onDelete("set null"),
    )
    .addColumn("task_version", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('open', 'done', 'skipped', 'missed', 'taken_back')`),
    )
    .addColumn("missed_before", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("missed_at", "text")
    .addColumn("closed_at", "text")
    .addColumn("done_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("done_by_member", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addPrimaryKeyConstraint("series_occurrences_key", ["series_id", "number"])
    .modifyEnd(sql`strict`)
    .execute();
  await sql`create unique index series_occurrences_one_open on series_occurrences (series_id) where state = 'open'`.execute(
    db,
  );
  await sql`create index series_occurrences_to_miss on series_occurrences (missed_at) where missed_at is not null`.execute(
    db,
  );
  await db.schema
    .createIndex("series_occurrences_done_by")
    .on("series_occurrences")
    .column("done_by")
    .execute();
  await db.schema
    .createIndex("series_occurrences_done_by_member")
    .on("series_occurrences")
    .column("done_by_member")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("series_occurrences").execute();
  await db.schema.dropTable("series").execute();
}
