import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Addresses that hear of what happens in a household, and the messages to them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("added_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("kinds", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("due_until", "text", (column) => column.notNull())
    .addColumn("next_send_at", "text")
    .addColumn("claimed_until", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("held_at", "text")
    .addColumn("off_at", "text")
    .addColumn("off_reason", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("webhooks_of_household")
    .on("webhooks")
    .columns(["household_id", "added_at"])
    .execute();
  await db.schema.createIndex("webhooks_by_adder").on("webhooks").column("added_by").execute();
  await db.schema
    .createIndex("webhooks_to_send")
    .on("webhooks")
    .columns(["household_id", "next_send_at"])
    .where("next_send_at" as never, "is not", null)
    .where("held_at" as never, "is", null)
    .where("off_at" as never, "is", null)
    .execute();
  await db.schema
    .createTable("webhook_messages")
    .addColumn("position", "integer", (column) => column.primaryKey().notNull())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("webhook_id", "text", (column) =>
      column.notNull().references("webhooks.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().defaultTo("waiting"))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "text", (column) => column.notNull())
    .addColumn("first_tried_at", "text")
    .addColumn("tried_at", "text")
    .addColumn("status", "integer")
    .addColumn("ended_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("webhook_messages_of_webhook")
    .on("webhook_messages")
    .columns(["webhook_id", "position"])
    .execute();
  await db.schema
    .createIndex("webhook_messages_waiting")
    .on("webhook_messages")
    .columns(["webhook_id", "subject_id", "position"])
    .where("state" as never, "=", "waiting")
    .execute();
  await db.schema
    .createIndex("webhook_messages_sent")
    .on("webhook_messages")
    .columns(["webhook_id", "ended_at"])
    .where("state" as never, "=", "sent")
    .execute();
  await db.schema
    .createIndex("webhook_messages_ended")
    .on("webhook_messages")
    .column("ended_at")
    .where("ended_at" as never, "is not", null)
    .execute();
}
