import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  bit,
  flag,
  isOneOf,
  key,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
  unique,
} from "./builder.ts";

export async function createOutbox(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("deliveries")
    .addColumn("id", "text", key)
    .addColumn("kind", "text", required)
    .addColumn("channel", "text", required)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("subject_id", "text", required)
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .defaultTo("ready")
        .check(
          isOneOf("state", [
            "ready",
            "sending",
            "unknown",
            "sent",
            "delivered",
            "undelivered",
            "failed",
            "cancelled",
            "merged",
            "expired",
          ]),
        ),
    )
    .addColumn("reason", "text")
    .addColumn("dedupe_key", "text", unique)
    .addColumn("due_at", "text", required)
    .addColumn("not_before", "text", required)
    .addColumn("expires_at", "text")
    .addColumn("attempts", "integer", preset(0))
    .addColumn("retry_count", "integer", preset(0))
    .addColumn("crash_count", "integer", preset(0))
    .addColumn("enqueued_at", "text")
    .addColumn("claimed_at", "text")
    .addColumn("lease_until", "text")
    .addColumn("unknown_since", "text")
    .addColumn("repeated_at", "text")
    .addColumn("merged_into", "text", linkTo("deliveries"))
    .addColumn("provider_id", "text")
    .addColumn("created_at", "text", required)
    .addColumn("ended_at", "text")
    .addColumn("payload", "text")
    .addColumn("cause", "text", preset(""))
    .addColumn("stands_in_for", "text")
    .addColumn("is_own", "integer", flag("is_own"))
    .addColumn("transmitted_at", "text")
    .addColumn("asked_at", "text")
    .addColumn("held_at", "text")
    .addColumn("other_way", "text", (column) =>
      column.check(isOneOf("other_way", ["wanted", "taken", "none"])),
    )
    .addColumn("device_id", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "deliveries", {
    deliveries_ready: { on: ["channel", "not_before"], where: [["state", "=", "ready"]] },
    deliveries_sending: { on: ["lease_until"], where: [["state", "=", "sending"]] },
    deliveries_of_user: { on: ["user_id", "created_at"] },
    deliveries_by_subject: { on: ["subject_id", "kind"] },
    deliveries_by_provider: { on: ["provider_id"] },
    deliveries_ended: { on: ["channel", "ended_at"] },
    deliveries_merged: { on: ["merged_into"] },
    deliveries_ready_by_kind: { on: ["kind", "due_at"], where: [["state", "=", "ready"]] },
    deliveries_unknown: { on: ["channel", "asked_at"], where: [["state", "=", "unknown"]] },
    // For the owner's list: the messages that did not go out are few among all.
    deliveries_failed: { on: ["id"], where: [["state", "in", ["failed", "undelivered"]]] },
    deliveries_not_sent: {
      on: ["id"],
      where: [["state", "in", ["cancelled", "merged", "expired"]]],
    },
    deliveries_held: { on: ["state"], where: [["held_at", "is not", null]] },
    deliveries_without_way: { on: ["user_id", "created_at"], where: [["other_way", "=", "none"]] },
    deliveries_open: {
      on: ["id", "channel", "state"],
      where: [["state", "in", ["ready", "sending", "unknown"]]],
    },
    deliveries_charged: {
      on: ["channel", "id", "repeated_at"],
      where: [
        ["channel", "in", ["sms", "whatsapp"]],
        ["state", "in", ["sent", "delivered", "undelivered"]],
      ],
    },
    // Users take turns, so finding one must not read all of another's.
    deliveries_ready_of_user: {
      on: ["channel", "user_id", "not_before"],
      where: [["state", "=", "ready"]],
    },
    deliveries_in_queue: {
      on: ["channel", "user_id"],
      where: [
        ["state", "in", ["ready", "sending"]],
        ["enqueued_at", "is not", null],
      ],
    },
    deliveries_wanting_other_way: { on: ["user_id", "id"], where: [["other_way", "=", "wanted"]] },
    deliveries_gone_out: {
      on: ["user_id", "channel", "claimed_at"],
      where: [
        ["state", "in", ["sending", "unknown", "sent", "delivered", "undelivered", "failed"]],
      ],
    },
  });

  await db.schema
    .createTable("delivery_counts")
    .addColumn("made_on", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("channel", "text", required)
    .addColumn("state", "text", required)
    .addColumn("count", "integer", required)
    .addPrimaryKeyConstraint("delivery_counts_key", ["made_on", "kind", "channel", "state"])
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("channel_pauses")
    .addColumn("reason", "text", required)
    .addColumn("paused_at", "text", required)
    .addColumn("until", "text", required)
    .addColumn("refusals", "integer", preset(1))
    .addColumn("channel", "text", required)
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("others_accepted", "integer", flag("others_accepted"))
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "channel_pauses", {
    channel_pauses_of_all: { on: ["channel"], where: [["user_id", "is", null]], unique: true },
    channel_pauses_of_one: {
      on: ["user_id", "channel"],
      where: [["user_id", "is not", null]],
      unique: true,
    },
  });

  await db.schema
    .createTable("push_devices")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("session_id", "text", required)
    .addColumn("name", "text", required)
    .addColumn("endpoint", "text", unique)
    .addColumn("p256dh", "text", required)
    .addColumn("auth", "text", required)
    .addColumn("refusals", "integer", preset(0))
    .addColumn("waits_since", "text")
    .addColumn("waits_until", "text")
    .addColumn("created_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "push_devices", {
    push_devices_of_user: { on: ["user_id"] },
    push_devices_of_session: { on: ["session_id"] },
  });

  await db.schema
    .createTable("opt_outs")
    .addColumn("address", "text", key)
    .addColumn("opted_out_at", "text", required)
    .addColumn("cause", "text", (column) =>
      column
        .notNull()
        .defaultTo("asked")
        .check(isOneOf("cause", ["asked", "bounced"])),
    )
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("external_emails")
    .addColumn("id", "text", key)
    .addColumn("kind", "text", oneOf("kind", ["invitation", "welcome"]))
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("written_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "external_emails", {
    external_emails_by_email: { on: ["email", "kind"] },
    external_emails_by_age: { on: ["written_at"] },
  });

  // No foreign keys, because deleting an account must not reset the count.
  await db.schema
    .createTable("messages_to_others")
    .addColumn("cause", "text", required)
    .addColumn("recipient", "text", required)
    .addColumn("user_id", "text", required)
    .addColumn("household_id", "text", required)
    .addColumn("is_email", "integer", bit("is_email"))
    .addColumn("is_first", "integer", bit("is_first"))
    .addColumn("counted_at", "text", required)
    .addPrimaryKeyConstraint("messages_to_others_key", ["cause", "recipient"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "messages_to_others", {
    messages_to_others_by_recipient: { on: ["recipient", "counted_at"] },
    messages_to_others_by_user: { on: ["user_id", "counted_at"] },
    messages_to_others_by_household: { on: ["household_id", "counted_at"] },
    messages_to_others_first: { on: ["counted_at"], where: [["is_first", "=", 1]] },
    messages_to_others_by_age: { on: ["counted_at"] },
  });

  await db.schema
    .createTable("answered_senders")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("recipient", "text", required)
    .addColumn("answered_at", "text", required)
    .addPrimaryKeyConstraint("answered_senders_key", ["user_id", "recipient"])
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("provider_events")
    .addColumn("id", "text", key)
    .addColumn("received_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "provider_events", {
    provider_events_by_age: { on: ["received_at"] },
  });

  await db.schema
    .createTable("workers")
    .addColumn("id", "text", key)
    .addColumn("beat_at", "text", required)
    .addColumn("queue", "text", oneOf("queue", ["redis", "database"]))
    .addColumn("memory_bytes", "integer")
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("instance_facts")
    .addColumn("name", "text", key)
    .addColumn("value", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
}
