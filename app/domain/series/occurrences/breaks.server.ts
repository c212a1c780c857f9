import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { formatDateWithWeekday, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";

export type Break = Selectable<Database["breaks"]>;

/** Lists the soonest first. */
export async function findBreaks(
  db: Kysely<Database>,
  householdIds: readonly string[],
): Promise<Break[]> {
  return db
    .selectFrom("breaks")
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .orderBy("starts_on")
    .orderBy("id")
    .execute();
}

/** Returns the same key for "the school holiday" and "School holidays". */
export function breakKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replace(/s$/, "");
}

interface ListedBreak {
  id: string;
  name: string;
  /** "Mon, Dec 21, 2026 to Fri, Jan 8, 2027". */
  dates: string;
  isOver: boolean;
}

/** Lists the soonest first. */
export async function listBreaks(
  db: Kysely<Database>,
  { householdId, timeZone }: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<ListedBreak[]> {
  const today = wallClockAt(now, timeZone).toPlainDate().toString();
  const breaks = await findBreaks(db, [householdId]);
  return breaks.map(({ id, name, starts_on, ends_on }) => ({
    id,
    name,
    dates: starts_on === ends_on ? format(starts_on) : `${format(starts_on)} to ${format(ends_on)}`,
    isOver: ends_on < today,
  }));
}

const format = (date: string) => formatDateWithWeekday(Temporal.PlainDate.from(date), true);
