import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { instantOf, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { announceTaskChange, repeatingTasksAdded } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { minutesBetween } from "#app/domain/core/time.ts";
import { anyReach } from "../support/series/any-reach.ts";
import type { FakeClock } from "./fake-clock.ts";
import { type Person, seedReminders } from "./reminders.ts";

/** That of seeded people. */
const zone = "America/New_York";

const tomorrow = wallClockAt(nowIso(), zone).toPlainDate().add({ days: 1 });

/** @param day 0 is tomorrow @param time HH:mm in the people's zone */
export function instantAt(day: number, time: string): string {
  return instantOf(Temporal.PlainDateTime.from(`${dateOf(day)}T${time}`), zone);
}

function dateOf(day: number): string {
  return tomorrow.add({ days: day }).toString();
}

export async function setClock(clock: FakeClock, day: number, time: string): Promise<void> {
  await clock.set(minutesBetween(nowIso(), instantAt(day, time)));
}

/**
 * Series of every day since day 0, each with a reminder at its time. Nobody ever ticks them off.
 */
export async function addDailySeries(
  db: Kysely<Database>,
  { people: count, each, time }: { people: number; each: number; time: string },
): Promise<Person[]> {
  const { people } = await seedReminders(db, count, { eachPerson: 1 });
  await db.deleteFrom("tasks").execute();
  const now = instantAt(0, time);
  for (const { userId, householdId } of people) {
    const tasks = Array.from({ length: each }, () => ({
      id: newId(),
      user_id: userId,
      household_id: householdId,
      title: "Pill",
      category: "Household" as const,
      created_at: now,
      ...dueColumns(`${dateOf(0)}T${time}`, zone),
    }));
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("tasks").values(tasks).execute();
      const repeats = { rule: "FREQ=DAILY", from: "due" as const };
      await repeatingTasksAdded.announce(
        trx,
        { tasks: tasks.map(({ id }) => ({ taskId: id, repeats, turns: null })) },
        now,
      );
      const ids = tasks.map(({ id }) => id);
      await announceTaskChange(trx, ids, now);
    });
    for (const { id } of tasks)
      await addReminder(
        db,
        { userId, householdId },
        id,
        { minutesBefore: 0, reach: anyReach },
        now,
      );
  }
  return people;
}

/** Of reminders due on a day: how many have a message, how many two, and the states of these. */
export async function readReminded(db: Kysely<Database>, day: number) {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("reminders", "reminders.id", "deliveries.subject_id")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select(["deliveries.state", "tasks.id as taskId"])
    .where("deliveries.kind", "=", "reminder")
    .where("tasks.due_local", "like", `${dateOf(day)}%`)
    .execute();
  const tasks = new Set(rows.map(({ taskId }) => taskId));
  const states = (...wanted: string[]) => rows.filter(({ state }) => wanted.includes(state)).length;
  return {
    count: tasks.size,
    extra: rows.length - tasks.size,
    sent: states("sent", "delivered"),
    merged: states("merged"),
  };
}

export async function countOpenOn(db: Kysely<Database>, day: number): Promise<number> {
  const { count } = await db
    .selectFrom("series_occurrences")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "open")
    .where("occurs_on", "=", dateOf(day))
    .executeTakeFirstOrThrow();
  return count;
}
