import type { Kysely } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import type { CalendarRow } from "./reading.ts";

type Named = Pick<CalendarRow, "name" | "host" | "added_by" | "google_detail">;

/**
 * Returns a function that names the calendars of a household. A Google calendar is called "Ben's
 * calendar", or "Google Calendar" if only one person has an account.
 */
export async function createCalendarNames(
  db: Kysely<Database>,
  householdId: string,
  calendars: readonly Named[],
): Promise<(calendar: Named) => string> {
  const hasGoogle = calendars.some(({ google_detail }) => google_detail !== null);
  const people = hasGoogle ? await listHouseholdPeople(db, householdId) : [];
  const accounts = people.filter(({ userId }) => userId !== null);
  return ({ name, host, added_by, google_detail }) => {
    if (google_detail === null) return name ?? host;
    const owner = accounts.find(({ userId }) => userId === added_by);
    return owner && accounts.length > 1 ? `${owner.label}'s calendar` : "Google Calendar";
  };
}
