import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "./occurrences/series.server.ts";

/** A closed date of a series, as another household has it. */
interface PastOccurrence {
  /** Null if its task was not brought. */
  taskId: string | null;
  /** YYYY-MM-DD. */
  occursOn: string;
  state: "done" | "skipped" | "missed";
  closedAt: string | null;
  missedBefore: number;
  /** The id of a person, like the next one. */
  doneBy: string | null;
  turnPersonId: string | null;
}

/** While numbers change, none may be there twice. */
const farAway = 1_000_000;

/** Puts closed dates before the first one of a series that an import has just begun. */
export async function bringPast(
  trx: Transaction<Database>,
  openTaskId: string,
  past: readonly PastOccurrence[],
): Promise<void> {
  const [found] = await findOccurrences(trx, [openTaskId]);
  if (!found || found.occurrence.number !== 1 || past.length === 0) return;
  const { series } = found;
  const free = await findFree(
    trx,
    past.flatMap(({ taskId }) => taskId ?? []),
  );
  const own = trx.updateTable("series_occurrences").where("series_id", "=", series.id);
  const { length } = past;
  await own.set(({ eb }) => ({ number: eb("number", "+", farAway) })).execute();
  await own.set(({ eb }) => ({ number: eb("number", "-", farAway - length) })).execute();
  const dates = [...past.map(({ occursOn }) => occursOn), found.occurrence.occurs_on];
  await trx
    .insertInto("series_occurrences")
    .values(
      past.map((one, index) => ({
        series_id: series.id,
        household_id: series.household_id,
        number: index + 1,
        occurs_on: one.occursOn,
        next_on: dates[index + 1]!,
        task_id: one.taskId !== null && free.delete(one.taskId) ? one.taskId : null,
        task_version: 1,
        state: one.state,
        missed_before: one.missedBefore,
        closed_at: one.closedAt,
        done_by: one.doneBy,
        turn_person_id: one.turnPersonId,
      })),
    )
    .execute();
}

/** A file that somebody has changed may name a task twice, or of another series. */
async function findFree(
  trx: Transaction<Database>,
  taskIds: readonly string[],
): Promise<Set<string>> {
  const taken = await findOccurrences(trx, taskIds);
  const free = new Set(taskIds);
  for (const { occurrence } of taken) free.delete(occurrence.task_id ?? "");
  return free;
}
