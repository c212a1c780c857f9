import { wallClockAt } from "#app/domain/core/time.ts";
import { skippedTimeError, usualTime } from "#app/domain/tasks/due/due.server.ts";
import { Problem } from "../problem.ts";

export interface Due {
  /** A wall clock (YYYY-MM-DDTHH:mm) in the zone, or null for no date. */
  local: string | null;
  timeZone: string;
  hasTime: boolean;
}

/**
 * Reads a due date that is a day, a local time or an instant.
 * @throws Problem for a time that a clock change skips
 */
export function readDue(given: string | null, timeZone: string): Due {
  if (given === null) return { local: null, timeZone, hasTime: false };
  if (given.length === 10) return { local: `${given}T${usualTime}`, timeZone, hasTime: false };
  const local = given.length === 16 ? given : localOf(new Date(given).toISOString(), timeZone);
  const skipped = skippedTimeError(local, timeZone);
  if (skipped === null) return { local, timeZone, hasTime: true };
  throw new Problem("invalid", skipped, { errors: [{ field: "due_date", message: skipped }] });
}

const localOf = (instant: string, timeZone: string) =>
  wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" });
