import type { Kysely } from "kysely";
import { formatWeekday, instantOf, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { accountOfPerson, findLabels } from "#app/domain/people/people.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { type Clock, clockOf, isOver } from "../due/is-over.server.ts";
import { maxNamed, type WeekFacts } from "./week.ts";

/** See the specification, section 9. */
const weekHours = 7 * 24;

export function weekEnd(now: string): string {
  return laterBy(now, { hours: weekHours });
}

export async function readWeek(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<WeekFacts> {
  const end = weekEnd(now);
  const days = daysBetween(now, end, viewer.timeZone);
  const clock = clockOf(viewer, now);
  const open = await weekQuery(db, viewer.householdId, { clock, days }).executeTakeFirstOrThrow();
  const done = await tasksQuery(db, viewer.householdId, 1)
    .where("due_date", ">=", now)
    .where("due_date", "<", end)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const perDay = days.map((day, index) => ({ ...day, count: open[`day${index}`] ?? 0 }));
  return {
    ahead: perDay.reduce((sum, { count }) => sum + count, 0),
    busiestDay: findBusiestDay(perDay),
    ...(await findUnanswered(db, viewer)),
    overdue: open.overdue ?? 0,
    done: done.count,
  };
}

interface Day {
  name: string;
  from: string;
  to: string;
}

/**
 * Counts what is due on each day, and what was due before. Each count reads a range of an index.
 */
export function weekQuery(
  db: Kysely<Database>,
  householdId: string,
  { clock, days }: { clock: Clock; days: readonly Day[] },
) {
  const counted = tasksQuery(db, householdId, 0).select(({ fn }) =>
    fn.countAll<number>().as("count"),
  );
  return db
    .selectNoFrom([
      counted.where((eb) => isOver(eb, clock)).as("overdue"),
      ...days.map(({ from, to }, index) =>
        counted
          .where("due_date", ">=", index === 0 ? clock.startOfToday : from)
          .where("due_date", "<", to)
          .where((eb) => eb.not(isOver(eb, clock)))
          .as(`day${index}`),
      ),
    ])
    .$castTo<Record<string, number>>();
}

/** The first and the last day are partial. */
function daysBetween(now: string, end: string, timeZone: string): Day[] {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const midnight = (day: number) => instantOf(today.add({ days: day }).toPlainDateTime(), timeZone);
  const nameOf = (day: number) =>
    ["today", "tomorrow"][day] ?? formatWeekday(today.add({ days: day }));
  return Array.from({ length: weekHours / 24 + 1 }, (_, day) => ({
    name: nameOf(day),
    from: day === 0 ? now : midnight(day),
    to: day === weekHours / 24 ? end : midnight(day + 1),
  }));
}

function tasksQuery(db: Kysely<Database>, householdId: string, isCompleted: Bit) {
  return db
    .selectFrom("tasks")
    .where("tasks.household_id", "=", householdId)
    .where("tasks.is_completed", "=", isCompleted)
    .where("tasks.deleted_at", "is", null);
}

async function findUnanswered(
  db: Kysely<Database>,
  { userId, householdId }: { userId: string; householdId: string },
) {
  const pending = tasksQuery(db, householdId, 0)
    .where("tasks.delegation_status", "=", "pending")
    .where("tasks.delegated_to", "is not", null);
  const { count } = await pending
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const named = await pending
    .select(["title", "delegated_to"])
    .select(accountOfPerson("tasks.delegated_to").as("account"))
    .$narrowType<{ delegated_to: string }>()
    .orderBy("created_at", "desc")
    .orderBy(asAdded("tasks"), "desc")
    .limit(maxNamed)
    .execute();
  const labels = await findLabels(
    db,
    named.map(({ delegated_to }) => delegated_to),
  );
  const unanswered = named.map(({ title, delegated_to, account }) => ({
    title,
    name: account === userId ? null : (labels.get(delegated_to) ?? ""),
  }));
  return { unanswered, moreUnanswered: count - named.length };
}

/** Returns the first of equally busy days; null if no day has two tasks. */
function findBusiestDay(days: { name: string; count: number }[]): WeekFacts["busiestDay"] {
  const [busiest] = days.toSorted((one, other) => other.count - one.count);
  return busiest && busiest.count > 1 ? { name: busiest.name, count: busiest.count } : null;
}
