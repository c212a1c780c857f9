import type { Kysely } from "kysely";
import { findOwnItems } from "#app/domain/lists/items.server.ts";
import { listLists } from "#app/domain/lists/lists.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findBreaks } from "#app/domain/series/occurrences/breaks.server.ts";
import { findOwnAway } from "#app/domain/series/changing/away.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { idList, unindexed } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { calendarKey } from "./row.ts";

/** Returns the keys that an import of the household has brought already. */
export async function findKnown(
  db: Kysely<Database>,
  householdId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await knownQuery(db, householdId, keys).execute();
  return new Set(rows.map(({ source_key }) => source_key));
}

export function knownQuery(db: Kysely<Database>, householdId: string, keys: readonly string[]) {
  return db
    .selectFrom("import_rows as row")
    .innerJoin("imports", "imports.id", "row.import_id")
    .select("row.source_key")
    .where("row.source_key", "in", idList(keys))
    .where(unindexed("row.state"), "in", ["added", "changed", "kept"])
    .where(unindexed("imports.household_id"), "=", householdId);
}

/** Returns the tasks that calendar files of the household have brought with a UID. */
export async function findImportedTasks(
  db: Kysely<Database>,
  householdId: string,
  uid: string,
): Promise<string[]> {
  const rows = await knownQuery(db, householdId, [calendarKey(uid)])
    .select("row.task_id")
    .execute();
  return rows.flatMap(({ task_id }) => task_id ?? []);
}

/** Returns the tasks that an import has brought. */
export async function findImportedAmong(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Set<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("import_rows")
    .select("task_id")
    .where("task_id", "in", idList(taskIds))
    .where(unindexed("state"), "=", "added")
    .execute();
  return new Set(rows.flatMap(({ task_id }) => task_id ?? []));
}

/** Returns what the household itself still has, if it wrote the file. */
export async function findOwn(
  db: Kysely<Database>,
  householdId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const tasks = await findTasks(db, ids);
  const isTask = (id: string) => {
    const task = tasks.get(id);
    return task?.household_id === householdId && task.deleted_at === null;
  };
  const others = [
    await listHouseholdPeople(db, householdId),
    await listLists(db, { householdId }),
    await findBreaks(db, [householdId]),
  ].flatMap((rows) => rows.map(({ id }) => id));
  const known = new Set([
    ...others,
    ...(await findOwnItems(db, householdId, ids)),
    ...(await findOwnAway(db, householdId, ids)),
  ]);
  return new Set(ids.filter((id) => known.has(id) || isTask(id)));
}
