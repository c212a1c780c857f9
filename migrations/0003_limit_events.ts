import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

const [minute, hour] = [60_000, 60 * 60_000];
const day = 24 * hour;
const rowsAtOnce = 500;

/** One table for what limits count, in place of five. Windows that are still open go on. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("limit_events")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("rule", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("limit_events_by_key")
    .on("limit_events")
    .columns(["rule", "key", "expires_at"])
    .execute();
  await db.schema
    .createIndex("limit_events_by_age")
    .on("limit_events")
    .column("expires_at")
    .execute();

  await move(db, "sign_in_failures", "failed_at", ({ email, ip_address, step }) => [
    { rule: "sign_ins", key: ip_address, window: 15 * minute },
    {
      rule: step === "code" ? "wrong_codes" : "wrong_passwords",
      key: email,
      window: 15 * minute,
    },
  ]);
  await move(db, "sign_ups", "signed_up_at", ({ ip_address, mailbox }) => [
    { rule: "sign_ups", key: ip_address, window: hour },
    { rule: "sign_ups_to_mailbox", key: mailbox, window: hour },
    { rule: "sign_ups_of_strangers", key: "", window: hour },
  ]);
  await move(db, "adding_requests", "added_at", ({ user_id }) => [
    { rule: "adds_a_minute", key: user_id, window: minute },
    { rule: "adds_a_day", key: user_id, window: day },
  ]);
  await move(db, "external_emails", "written_at", ({ kind, email }) => [
    { rule: `${kind}_emails`, key: email, window: hour },
  ]);
  await move(db, "unknown_senders", "answered_at", ({ sender }) => [
    { rule: "answers_to_unknown_sender", key: sender, window: 180 * day },
    {
      rule: `answers_to_unknown_${sender.startsWith("chat:") ? "chats" : "numbers"}`,
      key: "",
      window: day,
    },
  ]);
  for (const table of [
    "sign_in_failures",
    "sign_ups",
    "adding_requests",
    "external_emails",
    "unknown_senders",
  ])
    await db.schema.dropTable(table).execute();
  await move(db, "password_resets", "requested_at", ({ user_id }) => [
    { rule: "reset_emails", key: user_id, window: hour },
  ]);
  await move(db, "email_verifications", "requested_at", ({ user_id }) => [
    { rule: "confirmation_emails", key: user_id, window: hour },
  ]);
}

interface Event {
  rule: string;
  key: string;
  window: number;
}

/** Leaves the rows where they are. */
async function move(
  db: Kysely<any>,
  table: string,
  at: string,
  eventsOf: (row: any) => Event[],
): Promise<void> {
  const now = new Date().toISOString();
  const rows = await db.selectFrom(table).selectAll().execute();
  const events = rows
    .flatMap((row) =>
      eventsOf(row).map(({ window, ...event }) => ({
        ...event,
        id: randomUUID(),
        expires_at: new Date(Date.parse(row[at]) + window).toISOString(),
      })),
    )
    .filter(({ expires_at }) => expires_at > now);
  for (let start = 0; start < events.length; start += rowsAtOnce)
    await db
      .insertInto("limit_events")
      .values(events.slice(start, start + rowsAtOnce))
      .execute();
}
