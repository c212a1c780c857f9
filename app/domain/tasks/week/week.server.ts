import type { Kysely } from "kysely";
import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { findFamilyByIds } from "#app/domain/household/family/family-members.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import type { WeekFacts } from "./week.ts";

/** Specification, section 9. */
const weekHours = 7 * 24;

export function weekEnd(now: string): string {
  return laterBy(now, { hours: weekHours });
}

export async function readWeek(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<WeekFacts> {
  const end = weekEnd(now);
  const due = await tasksQuery(db, viewer.householdId, 0).where("due_date", "<", end).select("due_date").execute();
  const ahead = due.flatMap(({ due_date }) => (due_date && due_date >= now ? [due_date] : []));
  const done = await tasksQuery(db, viewer.householdId, 1)
    .where("due_date", ">=", now)
    .where("due_date", "<", end)
    .select("id")
    .execute();
  return {
    ahead: ahead.length,
    busiestDay: findBusiestDay(ahead, viewer.timeZone, now),
    unanswered: await findUnanswered(db, viewer.householdId),
    overdue: due.length - ahead.length,
    done: done.length,
  };
}

function tasksQuery(db: Kysely<Database>, householdId: string, isCompleted: Bit) {
  return db
    .selectFrom("tasks")
    .where("tasks.household_id", "=", householdId)
    .where("tasks.is_completed", "=", isCompleted)
    .where("tasks.deleted_at", "is", null);
}

async function findUnanswered(db: Kysely<Database>, householdId: string) {
  const rows = await tasksQuery(db, householdId, 0)
    .where("tasks.delegation_status", "=", "pending")
    .select(["title", "delegated_to"])
    .orderBy("created_at", "desc")
    .execute();
  const delegated = rows.flatMap(({ title, delegated_to }) => (delegated_to ? [{ title, id: delegated_to }] : []));
  const family = await findFamilyByIds(
    db,
    delegated.map(({ id }) => id),
  );
  return delegated.flatMap(({ title, id }) => {
    const name = family.get(id)?.name;
    return name ? [{ title, name }] : [];
  });
}

/** The first of equally busy days; null if no day has two tasks. */
function findBusiestDay(instants: string[], timeZone: string, now: string): WeekFacts["busiestDay"] {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const days = Map.groupBy(instants, (instant) => today.until(wallClockAt(instant, timeZone).toPlainDate()).days);
  const [first] = [...days].toSorted(
    ([day, tasks], [otherDay, otherTasks]) => otherTasks.length - tasks.length || day - otherDay,
  );
  if (!first || first[1].length < 2) return null;
  const [day, tasks] = first;
  const name = ["today", "tomorrow"][day] ?? today.add({ days: day }).toLocaleString("en-US", { weekday: "long" });
  return { name, count: tasks.length };
}
