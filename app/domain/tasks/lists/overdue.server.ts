import type { Kysely } from "kysely";
import { instantOf, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { type DueView, viewDue } from "../due/due.server.ts";
import { type Clock, clockOf, isOver } from "../due/is-over.server.ts";
import { listChosen, type Wanted } from "./open-tasks.server.ts";

/** See the specification, section 4. */
interface OverdueTask {
  id: string;
  title: string;
  due: DueView | null;
}

export async function findNextOverdue(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<(OverdueTask & { count: number }) | undefined> {
  const first = await overdueQuery(db, viewer.householdId, clockOf(viewer, now))
    .select(["id", "title", "due_date", "due_local", "due_time_zone", "due_has_time"])
    .orderBy("due_date")
    .orderBy(asAdded("tasks"))
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const count = await countOverdue(db, viewer, now);
  return { id: first.id, title: first.title, due: viewDue(first, viewer.timeZone, now), count };
}

/** Lists those that are overdue the longest first. */
export const listOverdue = (
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  wanted: Wanted,
) => listChosen(overdueQuery(db, viewer.householdId, clockOf(viewer, wanted.now)), viewer, wanted);

export async function countOverdue(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<number> {
  const { startOfToday } = clockOf(viewer, now);
  const [counted] = await countQuery(db, viewer.householdId, now, startOfToday);
  return counted?.count ?? 0;
}

const countQuery = compileOnce((db, householdId: string, now: string, startOfToday: string) =>
  overdueQuery(db, householdId, { now, startOfToday }).select(({ fn }) =>
    fn.countAll<number>().as("count"),
  ),
);

/** Hides the task until midnight in the viewer's zone. Returns false if there is no such task. */
export async function skipOverdue(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  id: string,
  now: string = nowIso(),
): Promise<boolean> {
  const tomorrow = wallClockAt(now, viewer.timeZone)
    .add({ days: 1 })
    .with({ hour: 0, minute: 0, second: 0, millisecond: 0 });
  const { numUpdatedRows } = await db
    .updateTable("tasks")
    .set({ overdue_skipped_until: instantOf(tomorrow, viewer.timeZone) })
    .where("id", "=", id)
    .where("household_id", "=", viewer.householdId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function overdueQuery(db: Kysely<Database>, householdId: string, clock: Clock) {
  const { now } = clock;
  return db
    .selectFrom("tasks")
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where((eb) => isOver(eb, clock))
    .where((eb) =>
      eb.or([eb("overdue_skipped_until", "is", null), eb("overdue_skipped_until", "<=", now)]),
    );
}
