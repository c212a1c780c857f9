import type { Kysely, Transaction } from "kysely";
import { nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Repeats } from "#app/domain/parsing/types.ts";
import { forgetDueReading } from "#app/domain/tasks/due/due-reading.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTask, type Member, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { nextDate } from "#app/domain/tasks/recurrence/dates.server.ts";
import { parseRule } from "#app/domain/tasks/recurrence/rule.ts";
import { readSchedule } from "#app/domain/tasks/recurrence/schedule.server.ts";
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
import { findNoRoomForSeries } from "./room.server.ts";
import { insertSeries } from "../start-series.server.ts";
import { fitOpen } from "./fit-open.server.ts";
import { type RepeatField, writtenRule } from "./written-rule.ts";

type Saved =
  | { status: "saved" }
  | { status: "missing" }
  | { status: "refused"; field: RepeatField; words: string };

const refused = (field: RepeatField, words: string): Saved => ({
  status: "refused",
  field,
  words,
});

/** Makes an open task repeat, or changes how it does. The change holds for the open one and those after it. */
export async function saveRepetition(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
  input: RepeatInput,
  now: string = nowIso(),
): Promise<Saved> {
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, member, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (!task?.due_local || task.is_completed || (found && found.occurrence.state !== "open"))
      return { status: "missing" };
    const dueOn = task.due_local.slice(0, 10);
    const timeZone = task.due_time_zone ?? "UTC";
    const today = wallClockAt(now, timeZone).toPlainDate();
    const written = writtenRule(
      input,
      { dueLocal: task.due_local, timeZone, today: today.toString() },
      found?.series,
    );
    if ("field" in written) return refused(written.field, written.words);
    const { rule, from } = written;
    const isSame = found?.series.rule === rule && found.series.counts_from === from;
    const doneAhead =
      found?.series.counts_from === "due" ? await listDoneAhead(trx, found.occurrence) : [];
    const excludedBy = written.excludedOn ?? (found && isSame ? found.series.excluded_on : "[]");
    const row = {
      rule,
      counts_from: from,
      starts_on: written.startsOn ?? (found && isSame ? found.series.starts_on : dueOn),
      excluded_on: JSON.stringify([
        ...new Set([...excludedOn({ excluded_on: excludedBy }), ...doneAhead]),
      ]),
      skipped_breaks: JSON.stringify([...new Set(input.breaks)]),
      paused_until: input.pausedUntil ?? null,
      ended_at: null,
    };
    const problem = problemWith(row, input, today);
    if (problem) return problem;
    const isRunning = found?.series.ended_at === null;
    const noRoom = isRunning
      ? null
      : await findNoRoomForSeries(trx, { householdId: task.household_id, count: 1 });
    if (noRoom !== null) return refused(input.pasted.trim() ? "pasted" : "interval", noRoom);
    await (found
      ? changeSeries(trx, found, task, row, now)
      : startRepeating(trx, task, { rule, from }, row, now));
    return { status: "saved" };
  });
}

/** Null if a date follows. */
function problemWith(
  row: Omit<DatedSeries, "paused"> & { paused_until: string | null },
  { until, pausedUntil, pasted }: RepeatInput,
  today: Temporal.PlainDate,
): Saved | null {
  const field = pasted.trim() ? "pasted" : "days";
  const parsed = parseRule(row.rule);
  if (parsed.status === "refused") return refused(field, parsed.words);
  if (until && !pasted.trim() && until < today.toString())
    return refused("until", "That's in the past.");
  if (pausedUntil && pausedUntil <= today.toString())
    return refused("pausedUntil", "That's in the past.");
  const read = readSchedule({ rule: row.rule, from: row.counts_from });
  if (read.status === "refused" || read.schedule.type === "completion") return null;
  const yesterday = today.subtract({ days: 1 }).toString();
  const dated = datedRule({ ...row, paused: [] });
  if (
    !dated ||
    !nextDate({ ...dated, rule: { ...dated.rule, until: null, count: null } }, yesterday)
  ) {
    return refused(field, "There is no such date.");
  }
  if (!nextDate(dated, yesterday)) {
    return refused(pasted.trim() ? "pasted" : "until", "It would not come again by then.");
  }
  const pause = pausedUntil && {
    from: "0000-01-01",
    to: Temporal.PlainDate.from(pausedUntil).subtract({ days: 1 }).toString(),
  };
  if (pause && !nextDate({ ...dated, excluded: [pause] }, yesterday)) {
    return refused("pausedUntil", "It would not come again after that.");
  }
  return null;
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
    .set(row)
    .where("id", "=", series.id)
    .returningAll()
    .execute();
  const [changed] = await withPauses(trx, saved);
  // A new rule starts with the open one, on the date it was moved to.
  if (row.starts_on !== series.starts_on || row.rule !== series.rule) {
    await updateOccurrence(trx, occurrence, { occurs_on: task.due_local!.slice(0, 10) });
  }
  await fitOpen(trx, changed!, now);
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
  if (series) await fitOpen(trx, series, now);
}

/** The open one becomes a task for once, or repeats again. Misses one that does not repeat. */
export async function endRepetition(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
  { isEnded, now = nowIso() }: { isEnded: boolean; now?: string },
): Promise<{ status: "saved" | "missing" } | { status: "refused"; words: string }> {
  return db.transaction().execute(async (trx) => {
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
    // "Every Tuesday" holds no longer.
    if (isEnded) await forgetDueReading(trx, taskId);
    await announceTaskChange(trx, [taskId], now);
    return { status: "saved" };
  });
}
