import { type Kysely, sql } from "kysely";

const isOpen = sql<boolean>`state = 'ready'`;
const scheduledAt = sql<string>`(deliveries.payload ->> 'scheduledAt')`;
const isNextWay = sql<boolean>`kind = 'reminder_again' and deliveries.payload ->> 'type' = 'next_way'`;

/** What follows a reminder is decided when it is due, from what went out until then. It was planned all at once before. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("reminders").addColumn("follow_up_at", "text").execute();
  await db.schema
    .createIndex("reminders_to_follow_up")
    .on("reminders")
    .column("follow_up_at")
    .where(sql.ref("follow_up_at"), "is not", null)
    .execute();
  await db.schema
    .createIndex("deliveries_without_way")
    .on("deliveries")
    .columns(["user_id", "created_at"])
    .where(sql.ref("other_way"), "=", sql.lit("none"))
    .execute();
  await db
    .updateTable("deliveries")
    .set({ other_way: "none" })
    .where("state", "=", "cancelled")
    .where("reason", "in", ["no_provider", "no_address", "no_device"])
    .where("kind", "in", ["reminder", "late_reminders", "daily_summary", "delegation_answer"])
    .where("other_way", "is", null)
    .execute();
  await sql`
    update reminders set follow_up_at = planned.next
    from (
      select subject_id, ${scheduledAt} as scheduled_at, min(not_before) as next from deliveries
      where kind = 'reminder_again' and ${isOpen} group by subject_id, 2
    ) as planned
    where planned.subject_id = reminders.id and planned.scheduled_at = reminders.scheduled_at`.execute(
    db,
  );
  await db.deleteFrom("deliveries").where("kind", "=", "reminder_again").where(isOpen).execute();
  // One that repeated a way by mistake keeps its own cause.
  const cause = sql<string>`'reminder:' || subject_id || ':' || ${scheduledAt}`;
  await sql`
    update or ignore deliveries set dedupe_key = ${cause} || ':' || channel || coalesce(':' || device_id, '')
    where ${isNextWay}`.execute(db);
  await sql`
    update deliveries set kind = 'reminder', cause = ${cause}, payload = json_object('scheduledAt', ${scheduledAt})
    where ${isNextWay} and dedupe_key like 'reminder:%'`.execute(db);
  await sql`
    update deliveries
    set payload = json_object(
      'scheduledAt', ${scheduledAt},
      'round', max(1, cast(substr(cause, instr(cause, ':nag:') + 5) as integer)))
    where kind = 'reminder_again'`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`
    update deliveries set payload = json_object('type', 'nag', 'scheduledAt', ${scheduledAt})
    where kind = 'reminder_again'`.execute(db);
  await db
    .updateTable("deliveries")
    .set({ payload: null })
    .where("kind", "=", "reminder")
    .execute();
  await db.schema.dropIndex("deliveries_without_way").execute();
  await db.schema.dropIndex("reminders_to_follow_up").execute();
  await db.schema.alterTable("reminders").dropColumn("follow_up_at").execute();
}
