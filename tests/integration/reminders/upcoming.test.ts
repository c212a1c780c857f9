import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { farAheadQuery } from "#app/domain/reminders/lists/planned-minutes.server.ts";
import {
  listUpcomingReminders,
  remindedTasksQuery,
  upcomingRemindersQuery,
} from "#app/domain/reminders/lists/reminder-list.server.ts";
import { ownRemindersQuery } from "#app/domain/reminders/planning/resume-reminders.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const now = "2031-06-01T12:00:00.000Z";

/** A task with a due date in New York; in summer 15:00 there is 19:00 UTC. */
async function taskDue(db: Kysely<Database>, family: TestFamily, local: string): Promise<string> {
  const { id } = await addTask(db, family, { text: "Call the vet" });
  await setDueDate(db, family, id, local, "America/New_York");
  return id;
}

test("the next five upcoming reminders are listed, soonest first", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  for (const day of ["12", "10", "14", "11", "16", "13", "15"])
    await taskDue(own.db, family, `2031-06-${day}T15:00`);
  const stranger = await newFamily(own.db);
  await taskDue(own.db, stranger, "2031-06-09T15:00");
  const upcoming = await listUpcomingReminders(own.db, family, "2031-06-08T19:00:00.001Z");
  expect(upcoming.map(({ label }) => label)).toEqual([
    "Jun 9, 3:00 PM",
    "Jun 10, 3:00 PM",
    "Jun 11, 3:00 PM",
    "Jun 12, 3:00 PM",
    "Jun 13, 3:00 PM",
  ]);
});

test("an upcoming reminder shows the time in its task's zone too", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await taskDue(own.db, family, "2031-06-12T15:00");
  const [upcoming] = await listUpcomingReminders(
    own.db,
    { ...family, timeZone: "Europe/Berlin" },
    now,
  );
  expect(upcoming?.label).toBe("Jun 10, 9:00 PM (3:00 PM New York time)");
});

test.skipIf(skippedOnPostgres.plans)(
  "listing upcoming reminders uses their index and needs no sorting",
  async () => {
    await using own = newDatabase();
    const plan = await upcomingRemindersQuery(own.db, "any", "any", now).explain(
      undefined,
      sql`query plan`,
    );
    expect(withoutConstants(plan)).toMatchObject([
      { detail: expect.stringContaining("reminders USING INDEX reminders_upcoming") },
      {
        detail: expect.stringContaining("tasks EXISTS USING INDEX sqlite_autoindex_tasks_1 (id=?)"),
      },
    ]);
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "finding which tasks have reminders uses their index too",
  async () => {
    await using own = newDatabase();
    const plan = await remindedTasksQuery(own.db, ["any"]).explain(undefined, sql`query plan`);
    expect(plan[0]).toMatchObject({
      detail: expect.stringMatching(
        /reminders USING (COVERING )?INDEX sqlite_autoindex_reminders_2 \(task_id=\?\)/,
      ),
    });
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "the reminders of someone who is back are found by their index",
  async () => {
    await using own = newDatabase();
    const whose = { userId: "any", householdId: "any" };
    const plan = await ownRemindersQuery(own.db, whose).explain(undefined, sql`query plan`);
    expect(plan[0]).toMatchObject({
      detail: expect.stringContaining("reminders USING INDEX reminders_by_user (user_id=?)"),
    });
  },
);

test("a card offers reminders while nobody will be reminded", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await taskDue(own.db, family, "2031-06-10T15:00");
  await addTask(own.db, family, { text: "Water the plants" });
  const offered = async (at: string) =>
    (await listTaskCards(own.db, family, at)).tasks.flatMap(({ title, reminderChoices }) =>
      reminderChoices.map(({ label }) => `${title}: ${label}`),
    );
  expect(await offered(now)).toEqual([]);
  await own.db.updateTable("reminders").set({ status: "cancelled" }).execute();
  expect(await offered(now)).toEqual(["Call the vet: At the time", "Call the vet: 1 hour before"]);
  expect(await offered("2031-06-10T18:00:00.000Z")).toEqual(["Call the vet: At the time"]);
  expect(await offered("2031-06-10T19:00:00.000Z")).toEqual([]);
});

test.skipIf(skippedOnPostgres.plans)(
  "reminders far ahead are found by an index of their own",
  async () => {
    await using own = newDatabase();
    const plan = await farAheadQuery(own.db, "any").explain(undefined, sql`query plan`);
    expect(JSON.stringify(plan)).toContain("USING INDEX reminders_far_ahead (user_id=?)");
  },
);
