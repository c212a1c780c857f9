import type { Kysely } from "kysely";
import { formatDateWithWeekday, Temporal } from "#app/domain/core/time.ts";
import { findHouseholdPerson, listHouseholdPeople } from "#app/domain/household/members/people.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "../occurrences/series.server.ts";

interface PastOccurrence {
  number: number;
  /** "Tue, Nov 17". */
  day: string;
  /** "done by Sam", "missed". */
  words: string;
}

export interface SeriesHistory {
  past: PastOccurrence[];
  /** How many in a row were done up to now. */
  inARow: number;
}

const maxShown = 10;
const maxRead = 400;

/** Newest first; undefined for a task for once. */
export async function findSeriesHistory(
  db: Kysely<Database>,
  { householdId, userId }: { householdId: string; userId: string },
  taskId: string,
): Promise<SeriesHistory | undefined> {
  const [found] = await findOccurrences(db, [taskId]);
  if (!found) return undefined;
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["number", "occurs_on", "state", "missed_before", "done_by", "done_by_member"])
    .where("series_id", "=", found.series.id)
    .where("state", "in", ["done", "missed", "skipped"])
    .orderBy("number", "desc")
    .limit(maxRead)
    .execute();
  const people = await listHouseholdPeople(db, householdId);
  const nameOf = (row: { done_by: string | null; done_by_member: string | null }) => {
    const person = findHouseholdPerson(people, { user_id: row.done_by, member_id: row.done_by_member });
    return person?.userId === userId ? "you" : person?.name;
  };
  const past = rows.slice(0, maxShown).map((row) => ({
    number: row.number,
    day: formatDateWithWeekday(Temporal.PlainDate.from(row.occurs_on), false),
    words: row.state === "done" ? ["done", nameOf(row)].filter(Boolean).join(" by ") : row.state,
  }));
  return { past, inARow: countInARow(rows, found.occurrence.missed_before) };
}

/** A skipped one neither counts nor breaks the row. */
function countInARow(rows: { state: string; missed_before: number }[], missedBefore: number): number {
  if (missedBefore > 0) return 0;
  let count = 0;
  for (const { state, missed_before } of rows) {
    if (state === "missed") break;
    if (state === "done") count += 1;
    if (missed_before > 0) break;
  }
  return count;
}
