import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Stars that children get, and what a family collects them for. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("star_households")
    .addColumn("household_id", "text", (column) =>
      column.primaryKey().notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("turned_on_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable("child_stars")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("person_id", "text", (column) =>
      column.notNull().references("people.id").onDelete("cascade"),
    )
    .addColumn("stars", "integer", (column) => column.notNull())
    .addColumn("task_id", "text", (column) => column.references("tasks.id").onDelete("set null"))
    .addColumn("reason", "text")
    .addColumn("given_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("given_by_person", "text", (column) =>
      column.references("people.id").onDelete("set null"),
    )
    .addColumn("given_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("child_stars_of_person")
    .on("child_stars")
    .column("person_id")
    .execute();
  await db.schema
    .createIndex("child_stars_of_task")
    .on("child_stars")
    .column("task_id")
    .unique()
    .where("task_id" as never, "is not", null)
    .execute();
  await db.schema
    .createIndex("child_stars_given_by")
    .on("child_stars")
    .column("given_by")
    .execute();
  await db.schema
    .createIndex("child_stars_given_by_person")
    .on("child_stars")
    .column("given_by_person")
    .execute();
  await db.schema
    .createTable("child_goals")
    .addColumn("person_id", "text", (column) =>
      column.primaryKey().notNull().references("people.id").onDelete("cascade"),
    )
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("stars", "integer", (column) => column.notNull())
    .addColumn("used_before", "integer", (column) => column.notNull())
    .addColumn("set_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
}
