import type { Transaction } from "kysely";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findDoer } from "../turns/kept-turn.server.ts";
import type { Occurrence } from "./series.server.ts";
import { updateOccurrence } from "./update-occurrence.server.ts";

/** Records a late completion. The series has already gone on, and does not move again. */
export async function completeMissed(
  trx: Transaction<Database>,
  occurrence: Occurrence,
  task: Task,
): Promise<void> {
  const done_by = await findDoer(trx, task, occurrence.turn_person_id);
  await updateOccurrence(trx, occurrence, { state: "done", closed_at: task.done_at, done_by });
  await countMissed(trx, occurrence, -inARow(occurrence));
}

/** Undoes `completeMissed`. */
export async function missAgain(
  trx: Transaction<Database>,
  occurrence: Occurrence,
  now: string,
): Promise<void> {
  const missed = { state: "missed", closed_at: now, done_by: null } as const;
  await updateOccurrence(trx, occurrence, missed);
  await countMissed(trx, occurrence, inARow(occurrence));
}

const inARow = ({ missed_before }: Occurrence) => missed_before + 1;

/**
 * Corrects the number of missed occurrences in a row for those that follow, up to the first that
 * was not missed.
 */
async function countMissed(
  trx: Transaction<Database>,
  { series_id, number }: Occurrence,
  change: number,
): Promise<void> {
  const firstOther = trx
    .selectFrom("series_occurrences")
    .select("number")
    .where("series_id", "=", series_id)
    .where("number", ">", number)
    .where("state", "!=", "missed")
    .orderBy("number")
    .limit(1);
  await trx
    .updateTable("series_occurrences")
    .set(({ eb }) => ({ missed_before: eb("missed_before", "+", change) }))
    .where("series_id", "=", series_id)
    .where("number", ">", number)
    .where("number", "<=", firstOther)
    .execute();
}
