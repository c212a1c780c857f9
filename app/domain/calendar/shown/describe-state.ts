import {
  earlierBy,
  formatDate,
  formatDue,
  formatTime,
  formatWeekday,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { CalendarProblem, GoogleDetail } from "#db/schema.ts";

interface State {
  tried_at: string | null;
  read_at: string | null;
  problem: CalendarProblem | null;
  held_at: string | null;
  google_detail: GoogleDetail | null;
}

const reasons: Record<CalendarProblem, string> = {
  unanswered: "its server isn't responding",
  failing: "its server has a problem",
  refused: "its server says the address isn't allowed to see it",
  gone: "nothing is at its address",
  moved: "its address leads to another one. Please add that one instead",
  too_large: "it's larger than 5 MB",
  no_calendar: "something else than a calendar is at its address",
  lost_address: "Mila has new keys. Please remove it and add it again",
};

const reasonsOfGoogle: Record<CalendarProblem, string> = {
  ...reasons,
  unanswered: "Google isn't responding",
  refused: "Google doesn't let me",
  gone: "the account has no calendar",
  lost_address: "Mila has new keys. Please disconnect Google Calendar and connect it again",
};

/** Describes the status of a calendar, for its household. */
export function describeState(
  { tried_at, read_at, problem, held_at, google_detail }: State,
  timeZone: string,
  now: string,
): string {
  if (held_at)
    return "Mila was restored from a backup, so I wait until Mila's owner lets me read it again.";
  if (tried_at === null) return "I'm reading it now.";
  if (problem) {
    const reason = (google_detail ? reasonsOfGoogle : reasons)[problem];
    return read_at
      ? `I haven't been able to read it since ${sinceWhen(read_at, timeZone, now)}: ${reason}.`
      : `I couldn't read it yet: ${reason}.`;
  }
  return `Last read ${formatDue(read_at ?? tried_at, timeZone, now)}.`;
}

/** "9:30 AM", "Tuesday", or "Nov 3" for a day more than six days ago. */
export function sinceWhen(instant: string, timeZone: string, now: string): string {
  const day = wallClockAt(instant, timeZone).toPlainDate();
  if (day.equals(wallClockAt(now, timeZone).toPlainDate())) return formatTime(instant, timeZone);
  const weekAgo = wallClockAt(earlierBy(now, { hours: 6 * 24 }), timeZone).toPlainDate();
  return day.toString() >= weekAgo.toString()
    ? formatWeekday(day)
    : formatDate(instant, timeZone, now);
}
