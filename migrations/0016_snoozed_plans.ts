import { type Kysely } from "kysely";

/** Keeps the plan that a snooze delays, because undoing a move brings back both. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ["snoozed_plan", "snoozed_until"])
    await db.schema.alterTable("reminders").addColumn(column, "text").execute();
  await db
    .updateTable("reminders")
    .set(({ ref }) => ({ snoozed_plan: ref("planned_at"), snoozed_until: ref("scheduled_at") }))
    .whereRef("scheduled_at", ">", "planned_at")
    .execute();
}
