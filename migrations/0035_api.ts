import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** When tasks were changed last, and the answers that programs get again for the same request. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("tasks").addColumn("changed_at", "text").execute();
  await db
    .updateTable("tasks")
    .set(({ fn }) => ({ changed_at: fn.coalesce("marked_at", "created_at") }))
    .execute();
  await db.schema
    .createIndex("tasks_by_change")
    .on("tasks")
    .columns(["household_id", "changed_at", "id"])
    .execute();
  await db.schema
    .createTable("kept_answers")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("request_key", "text", (column) => column.notNull())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("begun_at", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addPrimaryKeyConstraint("kept_answers_key", ["user_id", "request_key"])
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("kept_answers_begun_at")
    .on("kept_answers")
    .column("begun_at")
    .execute();
}
