import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** School mails that wait to be looked at, and the tasks that were added from them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("mails")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("taken_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("taken_at", "text", (column) => column.notNull())
    .addColumn("message_hash", "text")
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("sender_hash", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  for (const column of ["message_hash", "content_hash"])
    await db.schema
      .createIndex(`mails_by_${column}`)
      .on("mails")
      .columns(["household_id", column])
      .unique()
      .execute();
  await db.schema
    .createIndex("mails_by_state")
    .on("mails")
    .columns(["household_id", "state", "taken_at"])
    .execute();
  for (const column of ["taken_at", "taken_by"])
    await db.schema.createIndex(`mails_${column}`).on("mails").column(column).execute();
  await db.schema
    .createTable("mail_tasks")
    .addColumn("task_id", "text", (column) =>
      column.primaryKey().notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("mail_id", "text", (column) =>
      column.notNull().references("mails.id").onDelete("cascade"),
    )
    .addColumn("thing", "integer", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("mail_tasks_of_mail")
    .on("mail_tasks")
    .columns(["mail_id", "thing"])
    .unique()
    .execute();
  await db.schema
    .createTable("mail_senders")
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("sender_hash", "text", (column) => column.notNull())
    .addColumn("rule", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("chosen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("mail_senders_key", ["household_id", "sender_hash"])
    .modifyEnd(strict)
    .execute();
}
