import type { Kysely } from "kysely";
import {
  findHouseholdPerson,
  type HouseholdPerson,
} from "#app/domain/household/members/people.server.ts";
import type { Database } from "#db/schema.ts";

/** @param on YYYY-MM-DD */
export async function isAwayOn(
  db: Kysely<Database>,
  householdId: string,
  on: string,
): Promise<(person: HouseholdPerson) => boolean> {
  const away = await db
    .selectFrom("away_dates")
    .select(["user_id", "member_id"])
    .where("household_id", "=", householdId)
    .where("first_on", "<=", on)
    .where("last_on", ">=", on)
    .execute();
  return (person) => away.some((row) => findHouseholdPerson([person], row));
}
