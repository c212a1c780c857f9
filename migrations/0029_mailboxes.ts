import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Mailboxes of families, of which Mila reads one folder each. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("mailboxes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("added_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("uid_validity", "text")
    .addColumn("last_uid", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("reading_uid", "integer")
    .addColumn("reading_tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("tried_at", "text")
    .addColumn("read_at", "text")
    .addColumn("problem", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_read_at", "text", (column) => column.notNull())
    .addColumn("held_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("mailboxes_of_household")
    .on("mailboxes")
    .columns(["household_id", "next_read_at"])
    .execute();
  await db.schema.createIndex("mailboxes_by_adder").on("mailboxes").column("added_by").execute();
  await db.schema
    .createIndex("mailboxes_to_read")
    .on("mailboxes")
    .column("next_read_at")
    .where("held_at" as never, "is", null)
    .execute();
}
