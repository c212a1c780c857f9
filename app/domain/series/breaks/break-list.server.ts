import type { Kysely } from "kysely";
import { formatDateWithWeekday, nowIso, Temporal } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { findBreaks } from "../occurrences/find-breaks.server.ts";

interface ListedBreak {
  id: string;
  name: string;
  /** "Mon, Dec 21, 2026 to Fri, Jan 8, 2027". */
  dates: string;
  isOver: boolean;
}

/** Soonest first. */
export async function listBreaks(
  db: Kysely<Database>,
  { householdId }: { householdId: string },
  now: string = nowIso(),
): Promise<ListedBreak[]> {
  const breaks = await findBreaks(db, [householdId]);
  return breaks.map(({ id, name, starts_on, ends_on }) => ({
    id,
    name,
    dates: starts_on === ends_on ? format(starts_on) : `${format(starts_on)} to ${format(ends_on)}`,
    isOver: ends_on < now.slice(0, 10),
  }));
}

const format = (date: string) => formatDateWithWeekday(Temporal.PlainDate.from(date), true);
