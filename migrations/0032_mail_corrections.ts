import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** A later mail may change a task that was added from an earlier one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("new_mail_tasks")
    .addColumn("mail_id", "text", (column) =>
      column.notNull().references("mails.id").onDelete("cascade"),
    )
    .addColumn("thing", "integer", (column) => column.notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("changed", "text")
    .addColumn("changed_at", "text")
    .addColumn("due_before", "text")
    .addColumn("had_time", "integer")
    .addColumn("event_hash", "text")
    .addColumn("sequence", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("mail_tasks_key", ["mail_id", "thing"])
    .modifyEnd(strict)
    .execute();
  await db
    .insertInto("new_mail_tasks")
    .columns(["mail_id", "thing", "task_id"])
    .expression(db.selectFrom("mail_tasks").select(["mail_id", "thing", "task_id"]))
    .execute();
  await db.schema.dropTable("mail_tasks").execute();
  await db.schema.alterTable("new_mail_tasks").renameTo("mail_tasks").execute();
  await db.schema.createIndex("mail_tasks_by_task").on("mail_tasks").column("task_id").execute();
}
