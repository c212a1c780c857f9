import { sql } from "kysely";
import { expect, test } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import "#app/domain/wiring/rules.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { oldInstallation } from "../../support/records/old-database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.sql)(
  "a snooze from before an update goes on after a move that is taken back",
  async () => {
    using old = await oldInstallation(0);
    await using db = openDatabase(old.file);
    const { rows } = await sql<{ id: string; task: string; user: string; household: string }>`
    select reminders.id, tasks.id as task, tasks.user_id as user, tasks.household_id as household
    from reminders join tasks on tasks.id = task_id
    where reminders.user_id = tasks.user_id and minutes_before = 60 and is_completed = 0
      and tasks.deleted_at is null and is_ahead = 0
    limit 1
  `.execute(db);
    const { id, task, user: userId, household: householdId } = rows[0]!;
    const [due, until] = ["2041-06-10T12:00:00.000Z", "2041-06-10T11:30:00.000Z"];
    await sql`
    update tasks set due_date = ${due}, due_local = '2041-06-10T12:00', due_time_zone = 'UTC'
    where id = ${task}
  `.execute(db);
    await sql`
    update reminders set status = 'pending', planned_at = ${laterBy(due, { minutes: -60 })},
      scheduled_at = ${until}
    where id = ${id}
  `.execute(db);
    await migrateToLatest(db);
    for (const local of ["2041-06-18T12:00", "2041-06-10T12:00"])
      expect(await setDueDate(db, { userId, householdId }, task, local, "UTC")).toBe(true);
    const reminder = db.selectFrom("reminders").select(["status", "scheduled_at"]);
    expect(await reminder.where("id", "=", id).executeTakeFirst()).toEqual({
      status: "pending",
      scheduled_at: until,
    });
  },
);
