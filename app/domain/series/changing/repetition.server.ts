import type { Kysely, Transaction } from "kysely";
import { nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Repeats } from "#app/domain/understanding/types.ts";
import { forgetDueReading } from "#app/domain/tasks/due/due-reading.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTask, type Member, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { nextDate } from "#app/domain/recurrence/dates.server.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import { readSchedule } from "#app/domain/recurrence/schedule.server.ts";
import type { Database } from "#db/schema.ts";
import type { RepeatInput } from "../input.ts";
import {
  datedRule,
  type DatedSeries,
  excludedOn,
  findOccurrences,
  type Occurrence,
  type Series,
  withPauses,
} from "../occurrences/series.server.ts";
import { listDoneAhead } from "../occurrences/complete-ahead.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { keepWeeks } from "../turns/keep-weeks.server.ts";
import { seenRepetition } from "./seen-repetition.server.ts";
import { findNoRoomForSeries } from "./room.server.ts";
import { insertSeries } from "../start-series.server.ts";
import { realignOpenOccurrence } from "../occurrences/realign-open-occurrence.server.ts";
import { type RepeatField, type Written, writtenRule } from "./written-rule.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

type Saved =
  | { status: "saved" }
  | { status: "missing" }
  /** Somebody else has changed the repetition since the form was opened. */
  | { status: "changed" }
  | { status: "refused"; field: RepeatField; words: string };

const refused = (field: RepeatField, words: string): Saved => ({
  status: "refused",
  field,
  words,
});

/** Makes an open task repeat, or changes how it does, from the open occurrence on. */
export async function saveRepetition(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
  input: RepeatInput,
  now: string = nowIso(),
): Promise<Saved> {
  return inHousehold(db, member, async (trx) => {
    const open = await findOpen(trx, member, taskId);
    if (!open) return { status: "missing" };
    const { task, dueLocal, found } = open;
    const timeZone = task.due_time_zone ?? "UTC";
    const today = wallClockAt(now, timeZone).toPlainDate();
    const due = { dueLocal, timeZone, today: today.toString() };
    const written = writtenRule(input, due, found?.series);
    if ("field" in written) return refused(written.field, written.words);
    const row = await rowFor(trx, written, input, open);
    const present = seenRepetition(found?.series);
    const isKnown = [undefined, present].includes(input.seen) || seenRepetition(row) === present;
    if (!isKnown) return { status: "changed" };
    const problem = problemWith(row, input, today);
    if (problem) return problem;
    const isRunning = found?.series.ended_at === null;
    const noRoom = isRunning
      ? null
      : await findNoRoomForSeries(trx, { householdId: task.household_id, count: 1 });
    if (noRoom !== null) return refused(input.pasted.trim() ? "pasted" : "interval", noRoom);
    await (found
      ? changeSeries(trx, found, task, row, now)
      : startRepeating(trx, task, written, row, now));
    return { status: "saved" };
  });
}

interface Open {
  task: Task;
  dueLocal: string;
  found: { series: Series; occurrence: Occurrence } | undefined;
}

/** Returns null if the task is done, has no date, or was replaced by a later occurrence. */
async function findOpen(
  trx: Transaction<Database>,
  member: Member,
  taskId: string,
): Promise<Open | null> {
  const task = await findTask(trx, member, taskId);
  if (!task?.due_local || task.is_completed) return null;
  const [found] = await findOccurrences(trx, [taskId]);
  if (found && found.occurrence.state !== "open") return null;
  return { task, dueLocal: task.due_local, found };
}

/** A series with an unchanged rule keeps its dates, unless the rule was pasted with other dates. */
async function rowFor(
  trx: Transaction<Database>,
  { rule, from, startsOn, excludedOn: pastedOut }: Written,
  { breaks, pausedUntil }: RepeatInput,
  { dueLocal, found }: Open,
): Promise<Row> {
  const isSame = found?.series.rule === rule && found.series.counts_from === from;
  const kept =
    found && isSame ? found.series : { starts_on: dueLocal.slice(0, 10), excluded_on: "[]" };
  const doneAhead =
    found?.series.counts_from === "due" ? await listDoneAhead(trx, found.occurrence) : [];
  const excluded = [...excludedOn({ excluded_on: pastedOut ?? kept.excluded_on }), ...doneAhead];
  return {
    rule,
    counts_from: from,
    starts_on: startsOn ?? kept.starts_on,
    excluded_on: JSON.stringify([...new Set(excluded)]),
    skipped_breaks: JSON.stringify([...new Set(breaks)]),
    paused_until: pausedUntil ?? null,
    ended_at: null,
  };
}

/** Returns null if a date follows. */
function problemWith(row: Row, input: RepeatInput, today: Temporal.PlainDate): Saved | null {
  const { pausedUntil, pasted } = input;
  const isPasted = pasted.trim() !== "";
  const parsed = parseRule(row.rule);
  if (parsed.status === "refused") return refused(isPasted ? "pasted" : "days", parsed.words);
  const past = findPast(input, today.toString());
  if (past) return refused(past, "That's in the past.");
  const read = readSchedule({ rule: row.rule, from: row.counts_from });
  if (read.status === "refused" || read.schedule.type === "completion") return null;
  const yesterday = today.subtract({ days: 1 }).toString();
  const dated = datedRule({ ...row, paused: [] });
  const endless = dated && { ...dated, rule: { ...dated.rule, until: null, count: null } };
  if (!endless || !nextDate(endless, yesterday))
    return refused(isPasted ? "pasted" : "days", "There is no such date.");
  if (!nextDate(dated, yesterday))
    return refused(isPasted ? "pasted" : "until", "It would not come again by then.");
  const isAfterPause =
    !pausedUntil || nextDate({ ...dated, excluded: [before(pausedUntil)] }, yesterday);
  return isAfterPause ? null : refused("pausedUntil", "It would not come again after that.");
}

/** Finds a date in the form that has passed. A pasted rule brings its own end. */
function findPast(
  { until, pausedUntil, pasted }: RepeatInput,
  today: string,
): "until" | "pausedUntil" | undefined {
  if (until && !pasted.trim() && until < today) return "until";
  return pausedUntil && pausedUntil <= today ? "pausedUntil" : undefined;
}

function before(date: string) {
  const to = Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
  return { from: "0000-01-01", to };
}

type Row = Omit<DatedSeries, "paused"> &
  Pick<Series, "skipped_breaks" | "paused_until" | "ended_at">;

async function changeSeries(
  trx: Transaction<Database>,
  { series, occurrence }: { series: Series; occurrence: Occurrence },
  task: Task,
  row: Row,
  now: string,
): Promise<void> {
  const saved = await trx
    .updateTable("series")
    // A yes to all does not apply to a series that starts anew.
    .set({ ...row, ...(series.ended_at !== null && { yes_person_id: null }) })
    .where("id", "=", series.id)
    .returningAll()
    .execute();
  const [changed] = await withPauses(trx, saved);
  // A new rule starts with the open occurrence, on the date it was moved to.
  if (row.starts_on !== series.starts_on || row.rule !== series.rule) {
    const occurs_on = task.due_local!.slice(0, 10);
    await keepWeeks(trx, series, () => updateOccurrence(trx, occurrence, { occurs_on }));
  }
  await realignOpenOccurrence(trx, changed!, now);
}

async function startRepeating(
  trx: Transaction<Database>,
  task: Task,
  repeats: Repeats,
  { starts_on, excluded_on, skipped_breaks, paused_until }: Row,
  now: string,
): Promise<void> {
  const row = await insertSeries(trx, task, repeats, {
    starts_on,
    excluded_on,
    skipped_breaks,
    paused_until,
    now,
  });
  const [series] = row ? await withPauses(trx, [row]) : [];
  if (series) await realignOpenOccurrence(trx, series, now);
}

/** Ends the repetition, so that the open occurrence is a task of its own, or starts it again. */
export async function endRepetition(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
  { isEnded, now = nowIso() }: { isEnded: boolean; now?: string },
): Promise<{ status: "saved" | "missing" } | { status: "refused"; words: string }> {
  return inHousehold(db, member, async (trx) => {
    const task = await findTask(trx, member, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (found?.occurrence.state !== "open" || (found.series.ended_at !== null) === isEnded)
      return { status: "missing" };
    const { household_id: householdId } = found.series;
    const noRoom = isEnded ? null : await findNoRoomForSeries(trx, { householdId, count: 1 });
    if (noRoom !== null) return { status: "refused", words: noRoom };
    await trx
      .updateTable("series")
      .set({ ended_at: isEnded ? now : null })
      .where("id", "=", found.series.id)
      .execute();
    // The words "every Tuesday" are no longer true.
    if (isEnded) await forgetDueReading(trx, taskId);
    await announceTaskChange(trx, [taskId], now);
    return { status: "saved" };
  });
}
