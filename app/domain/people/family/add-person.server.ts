import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import type { FamilyMemberDetails } from "./family-members.server.ts";
import { isSamePerson } from "../same-name.ts";

/** Adds a person, or restores the one of that name whom the family had removed. */
export async function addPerson(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  facts: FamilyMemberDetails,
  now: string,
): Promise<FamilyMemberDetails & { id: string; created_at: string }> {
  const added = { ...facts, added_by: userId, created_at: now, left_at: null };
  const removed = await findRemoved(trx, householdId, facts);
  if (removed) {
    await trx.updateTable("people").set(added).where("id", "=", removed).execute();
    return { id: removed, ...facts, created_at: now };
  }
  const id = newId();
  await trx
    .insertInto("people")
    .values({ id, household_id: householdId, ...added })
    .execute();
  return { id, ...facts, created_at: now };
}

/** A person who had an account is identified by its address, not by their name alone. */
async function findRemoved(
  trx: Transaction<Database>,
  householdId: string,
  person: FamilyMemberDetails,
): Promise<string | undefined> {
  const account = person.email ? await findUserByEmail(trx, person.email) : undefined;
  const removed = await trx
    .selectFrom("people")
    .select(["id", "name", "relation"])
    .where("household_id", "=", householdId)
    .where("left_at", "is not", null)
    .where("relation", "=", person.relation)
    .where(({ eb, or }) =>
      or([eb("former_user_id", "is", null), eb("former_user_id", "=", account ?? "")]),
    )
    .execute();
  return removed.find((other) => isSamePerson(other, person))?.id;
}
