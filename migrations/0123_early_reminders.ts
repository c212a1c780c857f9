import { type Kysely, sql } from "kysely";

/** Finds reminders for every time that a series may be too frequent for, which the dashboard looks for each time. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index reminders_far_ahead on reminders (user_id)
    where origin = 'custom' and repeats = 1 and minutes_before > 57600`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("reminders_far_ahead").execute();
}
