import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("breaks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("starts_on", "text", (column) =>
      column.notNull().check(sql`starts_on glob '????-??-??'`),
    )
    .addColumn("ends_on", "text", (column) => column.notNull().check(sql`ends_on >= starts_on`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("breaks_of_household").on("breaks").column("household_id").execute();

  await db.schema
    .alterTable("series")
    .addColumn("skipped_breaks", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await db.schema
    .alterTable("series")
    .addColumn("paused_until", "text", (column) =>
      column.check(sql`paused_until glob '????-??-??'`),
    )
    .execute();
  await db.schema.alterTable("series").addColumn("ended_at", "text").execute();

  await db.schema
    .alterTable("reminders")
    .addColumn("repeats", "integer", (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`repeats in (0, 1)`),
    )
    .execute();
  await db.updateTable("reminders").set({ repeats: 0 }).where("status", "=", "cancelled").execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("reminders").dropColumn("repeats").execute();
  for (const column of ["ended_at", "paused_until", "skipped_breaks"]) {
    await db.schema.alterTable("series").dropColumn(column).execute();
  }
  await db.schema.dropTable("breaks").execute();
}
