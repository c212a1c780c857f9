import type { Transaction } from "kysely";
import { assigneeNamed, listHouseholdPeople } from "#app/domain/household/members/people.server.ts";
import type { Database } from "#db/schema.ts";

/** Makes new tasks a household's: a name that one person there has means that person. */
export async function inHousehold<Content extends { assignee: string | null }>(
  trx: Transaction<Database>,
  householdId: string,
  contents: readonly Content[],
) {
  const people = contents.some(({ assignee }) => assignee !== null)
    ? await listHouseholdPeople(trx, householdId)
    : [];
  return contents.map(({ assignee, ...content }) => ({
    ...content,
    ...assigneeNamed(people, assignee),
    household_id: householdId,
  }));
}
