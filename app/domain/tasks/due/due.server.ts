import { formatDue, formatTimeAt, instantOf, isSameWallClock, Temporal } from "#app/domain/core/time.ts";

/** A due date as the tasks table keeps it: the instant, the wall clock (YYYY-MM-DDTHH:mm) and its zone; or none of them. */
interface DueColumns {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
}

/** A due date as people see it. */
export interface DueView {
  instant: string;
  /** In the viewer's zone; followed by the time where it was said, when that is another: a dentist does not travel. */
  label: string;
  isOverdue: boolean;
}

/** The columns for a wall-clock time (YYYY-MM-DDTHH:mm) in the zone; none without one. */
export function dueColumns(local: string | null | undefined, timeZone: string): DueColumns {
  if (!local) return { due_date: null, due_local: null, due_time_zone: null };
  const wallClock = Temporal.PlainDateTime.from(local);
  return { due_date: instantOf(wallClock, timeZone), due_local: local, due_time_zone: timeZone };
}

/** How the due date looks to somebody in the zone, at the instant `now`. */
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
