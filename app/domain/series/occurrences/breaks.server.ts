import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { formatDateWithWeekday, nowIso, Temporal } from "#app/domain/core/time.ts";

export type Break = Selectable<Database["breaks"]>;

/** Soonest first. */
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

/** "the school holiday" is "School holidays". */
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
