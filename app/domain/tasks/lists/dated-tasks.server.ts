import type { Kysely } from "kysely";
import type { Category, Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { aboutOfTask } from "../find-tasks.server.ts";

interface Wanted {
  categories: Category[];
  /** UTC, like `now`. Completed tasks due before it are omitted. */
  since: string;
  now: string;
  max: number;
}

export type DatedTask = Awaited<ReturnType<typeof listNearestTasks>>[number];

/**
 * Lists open tasks, and completed ones due since `since`: those due nearest to now. Deleted ones
 * come last.
 */
export async function listNearestTasks(
  db: Kysely<Database>,
  householdId: string,
  { max, ...wanted }: Wanted,
) {
  const queries = nearestTasksQueries(db, householdId, wanted);
  const found = [];
  for (const query of queries) found.push(...(await query.limit(max).execute()));
  const at = Date.parse(wanted.now);
  const distance = ({ due_date }: { due_date: string }) => Math.abs(Date.parse(due_date) - at);
  const nearest = found.toSorted((one, other) => distance(one) - distance(other)).slice(0, max);
  return nearest.toSorted(
    (one, other) => Number(one.deleted_at !== null) - Number(other.deleted_at !== null),
  );
}

/**
 * Selects open, completed and deleted tasks, each from now on and before now, as ranges of an
 * index, nearest first.
 */
export function nearestTasksQueries(
  db: Kysely<Database>,
  householdId: string,
  { categories, since, now }: Omit<Wanted, "max">,
) {
  const dated = db
    .selectFrom("tasks")
    .select([
      "id",
      "title",
      "description",
      "category",
      "is_completed",
      "created_at",
      "deleted_at",
      "version",
      "has_checklist",
    ])
    .select(["due_date", aboutOfTask])
    .$narrowType<{ due_date: string }>()
    .where("household_id", "=", householdId)
    .where("category", "in", categories);
  const kept = dated.where("deleted_at", "is", null);
  const open = kept.where("is_completed", "=", 0);
  const done = kept.where("is_completed", "=", 1).where("due_date", ">=", since);
  const deleted = dated
    .where("deleted_at", "is not", null)
    // Excludes dates of series that were never open.
    .where("version", ">", 1)
    .where((eb) => eb.or([eb("is_completed", "=", 0), eb("due_date", ">=", since)]));
  return [open, done, deleted].flatMap((query) => [
    query.where("due_date", ">=", now).orderBy("due_date").orderBy(asAdded("tasks")),
    query.where("due_date", "<", now).orderBy("due_date", "desc").orderBy(asAdded("tasks"), "desc"),
  ]);
}
