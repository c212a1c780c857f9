import type { Kysely } from "kysely";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";

/** @param on YYYY-MM-DD */
export async function isAwayOn(
  db: Kysely<Database>,
  householdId: string,
  on: string,
): Promise<(person: HouseholdPerson) => boolean> {
  const away = await db
    .selectFrom("away_dates")
    .select("person_id")
    .where("household_id", "=", householdId)
    .where("first_on", "<=", on)
    .where("last_on", ">=", on)
    .execute();
  return (person) => away.some(({ person_id }) => person_id === person.id);
}
