import type { Transaction, Updateable } from "kysely";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { missedAt, nextOn, type Occurrence, type Series } from "./series.server.ts";

export async function updateOccurrence(
  trx: Transaction<Database>,
  { series_id, number }: Pick<Occurrence, "series_id" | "number">,
  values: Updateable<Database["series_occurrences"]>,
): Promise<void> {
  await trx
    .updateTable("series_occurrences")
    .set(values)
    .where("series_id", "=", series_id)
    .where("number", "=", number)
    .execute();
}

/**
 * A deleted occurrence waits: nothing follows until it is restored. One without a date is the last.
 */
export function timesOf(series: Series, occurrence: Occurrence, task: Task) {
  const next_on = task.due_local === null ? null : nextOn(series, occurrence, task.due_local);
  return { next_on, missed_at: task.deleted_at ? null : missedAt(series, task.due_local, next_on) };
}
