import type { Transaction } from "kysely";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { keepWeeks } from "../turns/keep-weeks.server.ts";
import { findDoer } from "../turns/kept-turn.server.ts";
import type { Open } from "./dates-ahead.server.ts";
import { orderOccurrences } from "./order.server.ts";
import { listAhead } from "./plan-ahead.server.ts";
import { occurrenceReverted } from "../events.server.ts";
import { datesFrom, excludedOn, type Occurrence, type Series } from "./series.server.ts";
import { updateOccurrence } from "./update-occurrence.server.ts";

/** Completes a date before it is open. It becomes history, and the series leaves it out. */
export async function completeAhead(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  now: string,
): Promise<void> {
  const open = await findOpenOccurrence(trx, series.id);
  const done_by = await findDoer(trx, task, occurrence.turn_person_id);
  await updateOccurrence(trx, occurrence, { state: "done", closed_at: task.done_at, done_by });
  await exclude(trx, series, [...excludedOn(series), occurrence.occurs_on]);
  if (!open) return;
  const ordered = [occurrence, open, ...(await listAhead(trx, series.id))];
  await keepWeeks(trx, series, () => orderOccurrences(trx, ordered, open.number));
  if (open.task_id) await announceTaskChange(trx, [open.task_id], now);
}

/**
 * Returns false unless the occurrence was done ahead of the open one, and the series still has its
 * date.
 * @throws ChangeRefused if somebody was asked for it
 */
export async function reopenAhead(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  now: string,
): Promise<boolean> {
  const open = await findOpenOccurrence(trx, series.id);
  const others = open && othersLeftOut(series, open, occurrence.occurs_on);
  if (!open?.task_id || !others) return false;
  const between = await trx
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", series.id)
    .where("number", ">", occurrence.number)
    .where("number", "<=", open.number)
    .orderBy("number")
    .execute();
  await updateOccurrence(trx, occurrence, {
    state: "ahead",
    closed_at: null,
    done_by: null,
  });
  const ordered = [...between, occurrence];
  await keepWeeks(trx, series, () => orderOccurrences(trx, ordered, occurrence.number));
  await exclude(trx, series, others);
  await hideOccurrence(trx, task.id, { by: null, now });
  await occurrenceReverted.announce(trx, { taskId: task.id }, now);
  await announceTaskChange(trx, [open.task_id], now);
  return true;
}

/**
 * Returns the dates that the series would leave out if it had this one again. Null if that one is
 * not left out, does not follow the open one, or is not in the rule any more.
 */
export function othersLeftOut(
  series: Series,
  open: Pick<Occurrence, "occurs_on">,
  on: string,
): string[] | null {
  const excluded = excludedOn(series);
  if (on <= open.occurs_on || !excluded.includes(on)) return null;
  const others = excluded.filter((date) => date !== on);
  const withDate = { ...series, excluded_on: JSON.stringify(others) };
  return datesFrom(withDate, on, on).length > 0 ? others : null;
}

/** Records the dates of its rule that the series leaves out. */
export async function exclude(
  trx: Transaction<Database>,
  { id }: Series,
  dates: readonly string[],
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ excluded_on: JSON.stringify(dates) })
    .where("id", "=", id)
    .execute();
}

/** Lists done dates after the open one, which a new rule must not repeat. */
export async function listDoneAhead(
  trx: Transaction<Database>,
  { series_id, occurs_on }: Pick<Occurrence, "series_id" | "occurs_on">,
): Promise<string[]> {
  const done = await trx
    .selectFrom("series_occurrences")
    .select("occurs_on")
    .where("series_id", "=", series_id)
    .where("state", "=", "done")
    .where("occurs_on", ">", occurs_on)
    .execute();
  return done.map((occurrence) => occurrence.occurs_on);
}

export async function findOpenOccurrence(
  trx: Transaction<Database>,
  seriesId: string,
): Promise<Occurrence | undefined> {
  return trx
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", seriesId)
    .where("state", "=", "open")
    .executeTakeFirst();
}
