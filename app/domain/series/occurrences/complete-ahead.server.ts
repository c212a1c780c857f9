import type { Transaction } from "kysely";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { findDoer } from "../turns/kept-turn.server.ts";
import type { Open } from "./dates-ahead.server.ts";
import { orderOccurrences } from "./order.server.ts";
import { listAhead } from "./plan-ahead.server.ts";
import { excludedOn, type Occurrence, type Series } from "./series.server.ts";
import { updateOccurrence } from "./update-occurrence.server.ts";

/** Someone did a date before it was open. It becomes history, and the series leaves it out. */
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
  await orderOccurrences(
    trx,
    [occurrence, open, ...(await listAhead(trx, series.id))],
    open.number,
  );
  if (open.task_id) await announceTaskChange(trx, [open.task_id], now);
}

/** Returns false unless the occurrence was done ahead of the open one. */
export async function reopenAhead(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  now: string,
): Promise<boolean> {
  const open = await findOpenOccurrence(trx, series.id);
  const excluded = excludedOn(series);
  if (
    !open?.task_id ||
    occurrence.occurs_on <= open.occurs_on ||
    !excluded.includes(occurrence.occurs_on)
  )
    return false;
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
  await orderOccurrences(trx, [...between, occurrence], occurrence.number);
  await exclude(
    trx,
    series,
    excluded.filter((date) => date !== occurrence.occurs_on),
  );
  await hideOccurrence(trx, task.id, { by: null, now });
  await announceTaskChange(trx, [open.task_id], now);
  return true;
}

async function exclude(
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

/** Dates after the open one that someone did already: a new rule must not bring them again. */
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
