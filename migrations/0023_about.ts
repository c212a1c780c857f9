import type { Kysely } from "kysely";

/** Whom a task is about, and whether to tell users that somebody gave them one. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["tasks", "series"]) {
    await db.schema
      .alterTable(table)
      .addColumn("about_id", "text", (added) => added.references("people.id").onDelete("set null"))
      .execute();
    await db.schema
      .createIndex(`${table}_by_about_id`)
      .on(table)
      .column("about_id")
      .where("about_id", "is not", null)
      .execute();
  }
  await db.schema
    .alterTable("user_preferences")
    .addColumn("given_enabled", "integer", (added) => added.notNull().defaultTo(1))
    .execute();
}
