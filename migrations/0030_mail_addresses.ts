import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Addresses to which families forward mails, and what was read of the mailbox behind them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("mail_addresses")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("added_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("last_mail_at", "text")
    .addColumn("left_out", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("left_out_at", "text")
    .addColumn("held_at", "text")
    .modifyEnd(strict)
    .execute();
  for (const column of ["household_id", "added_by", "held_at"])
    await db.schema
      .createIndex(`mail_addresses_${column}`)
      .on("mail_addresses")
      .column(column)
      .execute();
  await db.schema
    .createTable("mail_inboxes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("uid_validity", "text")
    .addColumn("last_uid", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("reading_uid", "integer")
    .addColumn("reading_tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("tried_at", "text")
    .addColumn("read_at", "text")
    .addColumn("problem", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_read_at", "text", (column) => column.notNull())
    .addColumn("dropped", "integer", (column) => column.notNull().defaultTo(0))
    .modifyEnd(strict)
    .execute();
}
