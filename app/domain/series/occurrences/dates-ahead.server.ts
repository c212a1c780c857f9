import type { Transaction } from "kysely";
import { wallClockAt } from "#app/domain/core/time.ts";
import { minutesPerDay, plannedAt } from "#app/domain/reminders/planning/planned-at.server.ts";
import { findLeadMinutes } from "#app/domain/reminders/planning/reminders-ahead.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { datedRule, datesFrom, nextOn, type Occurrence, type Series } from "./series.server.ts";

export interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

/**
 * Limits the dates ahead, because each is a task with its own reminders, and every change of the
 * open one changes them all. A reminder is accepted if it needs about this many; a few more make up
 * for a late open one.
 */
export const datesAhead = { reminded: 30, most: 40 } as const;

export interface Due {
  due_date: string;
  due_local: string;
  due_time_zone: string;
  due_has_time: Bit;
}

interface Dates {
  dates: Due[];
  /** When the next date must be added. */
  plansAt: string | null;
}

export const dateOf = ({ due_local }: Due) => due_local.slice(0, 10);

/**
 * Returns the dates after the open one for which a reminder may be due, and the first for which
 * none is due yet.
 */
export async function findDatesAhead(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  now: string,
): Promise<Dates> {
  const none = { dates: [], plansAt: null };
  const { due_date, due_local, due_time_zone, due_has_time } = task;
  if (task.deleted_at || task.is_completed || !due_date || !due_local || !due_time_zone)
    return none;
  const first = datedRule(series) && nextOn(series, occurrence, due_local);
  if (!first) return none;
  const { custom, preference } = await findLeadMinutes(trx, task);
  const longest = Math.max(0, ...custom, ...preference);
  const coming = candidates(series, first, longest, now);
  const dates: Due[] = [];
  let last: Due = { due_date, due_local, due_time_zone, due_has_time };
  for (const next of coming.slice(0, datesAhead.most)) {
    const isReached = (minutes: number) => plannedFor(last, minutes) <= now;
    const isNeeded =
      custom.some(isReached) ||
      preference.some((minutes) => isReached(minutes) && saysNext(last, next, minutes));
    if (!isNeeded) break;
    dates.push(next);
    last = next;
  }
  if (dates.length === coming.length) return { dates, plansAt: null };
  const planned = [...custom, ...preference].map((minutes) => plannedFor(last, minutes));
  return { dates, plansAt: planned.filter((instant) => instant > now).toSorted()[0] ?? null };
}

/** Returns the dates for which reminders can be due by now, and two more. */
function candidates(series: Series, first: string, longest: number, now: string): Due[] {
  const days = Math.ceil(longest / minutesPerDay) + 1;
  const reached = wallClockAt(now, series.time_zone).toPlainDate().add({ days }).toString();
  const dates = first <= reached ? datesFrom(series, first, reached) : [first];
  for (let more = 0; more < 2; more += 1) {
    const next = nextOn(series, { occurs_on: dates.at(-1) ?? first }, null);
    if (next) dates.push(next);
  }
  const { local_time: time, time_zone: due_time_zone } = series;
  return dates.map((on) => ({
    due_date: instantOn(on, time, due_time_zone),
    due_local: `${on}T${time}`,
    due_time_zone,
    due_has_time: series.has_time,
  }));
}

function plannedFor({ due_date, due_local, due_time_zone }: Due, minutes: number): string {
  return plannedAt({ dueAt: due_date, dueLocal: due_local, dueTimeZone: due_time_zone }, minutes);
}

/**
 * A preference does not remind of a date before the previous one is due: nobody wants to hear of
 * daily tasks so early.
 */
function saysNext(last: Due, next: Due, minutes: number): boolean {
  return plannedFor(next, minutes) > last.due_date;
}
