import { nowIso } from "#app/domain/core/time.ts";
import { formatLeadTime } from "./lead-time.ts";
import { plannedAt } from "../planned-at.server.ts";

/** Those that are chosen most, in minutes: the time itself, a quarter, an hour, one day, two days. */
const offered = [0, 15, 60, 24 * 60, 2 * 24 * 60];

interface Due {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
}

/** The reminders to offer for one press: those whose time is still ahead, without those that are there (in minutes). */
export function reminderChoices(
  task: Due,
  pending: number[],
  now: string = nowIso(),
): { minutesBefore: number; label: string }[] {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (!dueAt || !dueLocal || !dueTimeZone) return [];
  return offered
    .filter((minutes) => !pending.includes(minutes))
    .filter((minutes) => plannedAt({ dueAt, dueLocal, dueTimeZone }, minutes) > now)
    .map((minutesBefore) => ({ minutesBefore, label: formatLeadTime(minutesBefore) }));
}
