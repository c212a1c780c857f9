import { formatDue, formatTimeAt, instantOf, isSameWallClock, Temporal } from "#app/domain/core/time.ts";

/** All null, or a UTC instant with its wall clock (YYYY-MM-DDTHH:mm) and zone. */
interface DueColumns {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
}

export interface DueView {
  instant: string;
  /** In the viewer's zone, followed by the time in the task's own zone if that differs. */
  label: string;
  isOverdue: boolean;
}

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export function dueColumns(local: string | null | undefined, timeZone: string): DueColumns {
  if (!local) return { due_date: null, due_local: null, due_time_zone: null };
  const wallClock = Temporal.PlainDateTime.from(local);
  return { due_date: instantOf(wallClock, timeZone), due_local: local, due_time_zone: timeZone };
}

export function viewDue(due: DueColumns, viewerZone: string, now: string): DueView | null {
  if (!due.due_date || !due.due_time_zone) return null;
  const here = formatDue(due.due_date, viewerZone);
  const elsewhere = !isSameWallClock(due.due_date, viewerZone, due.due_time_zone);
  return {
    instant: due.due_date,
    label: elsewhere ? `${here} (${formatTimeAt(due.due_date, due.due_time_zone)})` : here,
    isOverdue: due.due_date < now,
  };
}
