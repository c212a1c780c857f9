import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { plansBy } from "./reassign-turns.server.ts";

/**
 * Gives the task's whole series to the person, whoever's turn it is. The caller announces the
 * change.
 */
export async function beginYesToAll(
  trx: Transaction<Database>,
  { taskId, personId }: { taskId: string; personId: string },
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ yes_person_id: personId })
    .where("id", "in", seriesOf(trx, [taskId]))
    .execute();
}

/**
 * The turns go on as if nobody had said yes. The caller ends the request for the open occurrence.
 */
export async function endYesToAll(
  trx: Transaction<Database>,
  taskIds: readonly string[],
  now: string,
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ yes_person_id: null, plans_at: plansBy(now) })
    .where("id", "in", seriesOf(trx, taskIds))
    .where("yes_person_id", "is not", null)
    .execute();
}

export async function endYesToAllOf(
  trx: Transaction<Database>,
  personIds: readonly string[],
  now: string,
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ yes_person_id: null, plans_at: plansBy(now) })
    .where("yes_person_id", "in", idList(personIds))
    .execute();
}

interface YesToAll {
  personId: string;
  /** Null if the task of the open occurrence was purged. */
  openTaskId: string | null;
}

/** Keyed by task, for series with a yes to all. Ended series count, because they may resume. */
export async function findYesToAll(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, YesToAll>> {
  const rows = await db
    .selectFrom("series_occurrences as own")
    .innerJoin("series", "series.id", "own.series_id")
    .innerJoin("series_occurrences as open", "open.series_id", "series.id")
    .select(["own.task_id", "open.task_id as openTaskId", "series.yes_person_id as personId"])
    .where("own.task_id", "in", idList(taskIds))
    .where("series.yes_person_id", "is not", null)
    .where("open.state", "=", "open")
    .execute();
  return new Map(
    rows.map(({ task_id, openTaskId, personId }) => [
      task_id!,
      { personId: personId!, openTaskId },
    ]),
  );
}

const recently = 50;

/** Lists the tasks of an open occurrence and of those before it, newest first. */
export async function listRecentTaskIds(db: Kysely<Database>, taskId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as each", "each.series_id", "own.series_id")
    .select("each.task_id")
    .where("own.task_id", "=", taskId)
    .whereRef("each.number", "<=", "own.number")
    .orderBy("each.number", "desc")
    .limit(recently)
    .execute();
  return rows.flatMap(({ task_id }) => task_id ?? []);
}

function seriesOf(trx: Transaction<Database>, taskIds: readonly string[]) {
  return trx
    .selectFrom("series_occurrences")
    .select("series_id")
    .where("task_id", "in", idList(taskIds));
}
