import { listHouseholdPeople, peopleNamed } from "#app/domain/people/people.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { whichOne } from "#app/ui/family/copy.ts";
import { database } from "#db/connection.server.ts";

/** Returns a question for each ambiguous name, keyed by the name's position in the list. */
export async function findUnclearAssignees(
  viewer: SignedIn,
  names: readonly (string | undefined)[],
): Promise<Map<number, string>> {
  if (!names.some(Boolean)) return new Map();
  const people = await listHouseholdPeople(database(), viewer.householdId);
  return new Map(
    names.flatMap((name, index): [number, string][] => {
      const named = name ? peopleNamed(people, name) : [];
      return named.length > 1 ? [[index, whichOne(named)]] : [];
    }),
  );
}
