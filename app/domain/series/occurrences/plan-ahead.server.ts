import type { Transaction } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { opaque, unindexed } from "#db/sql/values.ts";
import {
  type DateAhead,
  planRemindersAhead,
} from "#app/domain/reminders/planning/reminders-ahead.server.ts";
import { syncReminders } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import {
  addOccurrence,
  dropAhead,
  putAhead,
  turnOf,
} from "#app/domain/tasks/changing/occurrence.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { hasTurns, nextTurn } from "../turns/turns.server.ts";
import { dateOf, type Due, findDatesAhead, type Open } from "./dates-ahead.server.ts";
import { orderOccurrences } from "./order.server.ts";
import { dateOn, type Occurrence, type Series } from "./series.server.ts";

/**
 * Creates hidden tasks for the dates after the open one, as far ahead as reminders reach, and plans
 * their reminders. Without them, an open occurrence that nobody completed would silence the next
 * one. Call it after each change to the open one.
 */
export async function planAhead(
  trx: Transaction<Database>,
  open: Open,
  now: string,
): Promise<void> {
  const { series, occurrence, task } = open;
  await forgetPurged(trx, series.id);
  const existing = await listAhead(trx, series.id);
  const { dates, plansAt } = await findDatesAhead(trx, open, now);
  const byDate = await listKnown(trx, existing);
  const isInTurns = dates.length > 0 && (await hasTurns(trx, series.id));
  const kept: Occurrence[] = [];
  for (const [index, due] of dates.entries()) {
    const key = { series, number: occurrence.number + 1 + index, due, isInTurns };
    kept.push(await putDate(trx, task, key, byDate.get(dateOf(due)), now));
  }
  const keptIds = new Set(kept.map(({ task_id }) => task_id));
  const dropped = existing.filter(({ task_id }) => !keptIds.has(task_id));
  await orderOccurrences(trx, [...kept, ...dropped], occurrence.number + 1);
  await drop(trx, dropped, now);
  const ahead = kept.map(({ task_id }, index): DateAhead => {
    const before = index === 0 ? task.due_date : dates[index - 1]?.due_date;
    return { taskId: task_id!, preferencesAfter: before ?? "" };
  });
  const since = sinceOf(series, now);
  if (ahead.length > 0) await planRemindersAhead(trx, { from: task.id, dates: ahead, since });
  if (plansAt === series.plans_at) return;
  await trx
    .updateTable("series")
    .set({ plans_at: plansAt })
    .where("id", "=", series.id)
    // Whatever was left to the worker keeps its instant.
    .where("is_to_fit", "=", 0)
    .where("is_turn_to_pass", "=", 0)
    .execute();
}

/**
 * Returns the instant up to which the reminders of a series have been planned. After it, the
 * machine may have been off.
 */
export function sinceOf({ plans_at }: Pick<Series, "plans_at">, now: string): string {
  return plans_at !== null && plans_at < now ? plans_at : now;
}

export const listAhead = compileOnce((db, seriesId: string) =>
  db
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "=", opaque(seriesId))
    .where("state", "=", "ahead")
    .orderBy("number"),
);

/** An occurrence without a task would block its date for one that has a task. */
async function forgetPurged(trx: Transaction<Database>, seriesId: string): Promise<void> {
  await trx
    .deleteFrom("series_occurrences")
    .where("series_id", "=", seriesId)
    .where("state", "=", "ahead")
    // Otherwise the query would read the purged dates of all series.
    .where(unindexed("task_id"), "is", null)
    .execute();
}

interface DateKey {
  series: Series;
  number: number;
  due: Due;
  isInTurns: boolean;
}

interface Known {
  occurrence: Occurrence;
  task: Task | undefined;
}

async function listKnown(
  trx: Transaction<Database>,
  existing: Occurrence[],
): Promise<Map<string, Known>> {
  const tasks = await findTasks(
    trx,
    existing.flatMap(({ task_id }) => task_id ?? []),
  );
  return new Map(
    existing.map((occurrence) => [
      occurrence.occurs_on,
      { occurrence, task: tasks.get(occurrence.task_id ?? "") },
    ]),
  );
}

async function putDate(
  trx: Transaction<Database>,
  open: Task,
  { series, number, due, isInTurns }: DateKey,
  known: Known | undefined,
  now: string,
): Promise<Occurrence> {
  const on = dateOf(due);
  const turn = isInTurns ? await nextTurn(trx, series, { number, on }) : undefined;
  const content = { ...contentOf(series), ...doerOf(series, turn) };
  const task = { ...content, ...dateOn(series, on) };
  const values = { turn_person_id: turn?.id ?? null, state: "ahead" as const };
  if (known?.task) {
    // A year of a daily task has 366 dates, and most changes affect none of them.
    const isSame =
      has(known.task, { ...content, ...due, is_ahead: 1 }) && has(known.occurrence, values);
    if (isSame) return known.occurrence;
    await putAhead(trx, known.task.id, task, now);
    const columns = trx
      .updateTable("series_occurrences")
      .set(values)
      .where("task_id", "=", known.task.id);
    return columns.returningAll().executeTakeFirstOrThrow();
  }
  return addAhead(trx, open, { series, on, task, personId: values.turn_person_id }, now);
}

async function addAhead(
  trx: Transaction<Database>,
  open: Task,
  {
    series: { id: series_id, household_id },
    on,
    task,
    personId,
  }: {
    series: Series;
    on: string;
    task: Parameters<typeof addOccurrence>[2];
    personId: string | null;
  },
  now: string,
): Promise<Occurrence> {
  const task_id = await addOccurrence(trx, open, task, now, { isAhead: true });
  return trx
    .insertInto("series_occurrences")
    .values({
      turn_person_id: personId,
      state: "ahead",
      series_id,
      household_id,
      number: await freeNumber(trx, series_id),
      occurs_on: on,
      task_id,
      task_version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns the hidden task of a later date, which may not have one yet.
 * @param personId who has it then
 */
export async function findOrAddAhead(
  trx: Transaction<Database>,
  { series, open }: { series: Series; open: Task },
  { on, personId }: { on: string; personId: string | null },
  now: string,
): Promise<string> {
  const known = (await listAhead(trx, series.id)).find(({ occurs_on }) => occurs_on === on);
  if (known?.task_id) return known.task_id;
  const isInTurns = await hasTurns(trx, series.id);
  const person = personId === null ? null : { id: personId };
  const content = {
    ...contentOf(series),
    ...doerOf(series, isInTurns ? person : undefined),
  };
  const task = { ...content, ...dateOn(series, on) };
  const added = await addAhead(
    trx,
    open,
    { series, on, task, personId: isInTurns ? personId : null },
    now,
  );
  return added.task_id!;
}

/** Returns the columns that all its tasks share. Who does them may differ. */
export const contentOf = ({ title, category, description, about_id }: Series) => ({
  title,
  category,
  description,
  about_id,
});

type Turn = { id: string } | null | undefined;

/**
 * Returns columns of a task. A yes to all takes precedence over the turn.
 * @param turn undefined if the series has no turns; null if nobody has it
 */
export function doerOf(series: Series, turn: Turn) {
  const beneath = { ...withoutYes(series, turn), delegated_to: null };
  const { yes_person_id: id } = series;
  if (id === null) return { ...beneath, delegation_status: "none" as const };
  const theirs = { assignee_id: id, assignee_name: null, delegated_to: id };
  return { ...beneath, ...theirs, delegation_status: "accepted" as const };
}

export function withoutYes({ assignee_id, assignee_name }: Series, turn: Turn) {
  return turn === undefined ? { assignee_id, assignee_name, has_turn: 0 as const } : turnOf(turn);
}

function has<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return Object.entries(values).every(([name, value]) => row[name as keyof Row] === value);
}

async function freeNumber(trx: Transaction<Database>, seriesId: string): Promise<number> {
  const [last] = await findLast(trx, seriesId);
  return (last?.number ?? 0) + 1;
}

const findLast = compileOnce((db, seriesId: string) =>
  db
    .selectFrom("series_occurrences")
    .select("number")
    .where("series_id", "=", opaque(seriesId))
    .orderBy("number", "desc")
    .limit(1),
);

/** Their tasks stay for a while, because the same dates may come again. */
async function drop(trx: Transaction<Database>, dropped: Occurrence[], now: string): Promise<void> {
  const taskIds = dropped.flatMap(({ task_id }) => task_id ?? []);
  if (taskIds.length === 0) return;
  await dropAhead(trx, taskIds, now);
  await syncReminders(trx, { taskIds }, now);
}
