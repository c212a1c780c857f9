import type { Transaction } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import type { Database } from "#db/schema.ts";
import { personReturned } from "../events.server.ts";
import { findOwn, mergePeople } from "../own-person.server.ts";
import type { PersonRow } from "./family-members.server.ts";
import { normalizeName } from "../same-name.ts";

/**
 * Links the family member with this address to the account; a spouse or partner then sees who added
 * them.
 * @param knownId the family member, if known
 */
export async function linkAccount(
  trx: Transaction<Database>,
  userId: string,
  householdId: string,
  now: string,
  knownId?: string,
): Promise<void> {
  const { email } = await findPerson(trx, userId);
  const own = await findOwn(trx, userId);
  const listed = (await listPeople(trx, householdId)).find(
    (person) => !person.user_id && (knownId ? person.id === knownId : person.email === email),
  );
  if (!own || !listed) return;
  if (own.relation !== null) {
    // Two people may share an address, but hardly a name and number as well.
    const isSame =
      normalizeName(listed.name) === normalizeName(own.name) &&
      (listed.phone === null || own.phone === null || listed.phone === own.phone);
    if (!isSame && !knownId) return;
    await mergePeople(trx, listed.id, own.id, now);
    await personReturned.announce(trx, { personId: own.id }, now);
    return;
  }
  await mergePeople(trx, own.id, listed.id, now);
  await personReturned.announce(trx, { personId: listed.id }, now);
  if (listed.relation !== "spouse" && listed.relation !== "partner") return;
  await addPartner(trx, { userId, householdId, now }, listed);
}

async function addPartner(
  trx: Transaction<Database>,
  { userId, householdId, now }: { userId: string; householdId: string; now: string },
  { added_by, relation }: PersonRow,
): Promise<void> {
  if (!added_by || added_by === userId) return;
  const adder = await findOwn(trx, added_by);
  // The person who added them may have left.
  if (adder?.household_id !== householdId) return;
  const account = await findPerson(trx, added_by);
  // The new member may have listed their partner in a family of their own.
  const theirs = (await listPeople(trx, householdId)).find(
    (listed) => listed.added_by === userId && !listed.user_id && listed.email === account.email,
  );
  if (theirs && adder.relation === null) return mergePeople(trx, adder.id, theirs.id, now);
  if (theirs) return mergePeople(trx, theirs.id, adder.id, now);
  if (adder.relation !== null) return;
  await trx
    .updateTable("people")
    .set({ relation, email: account.email, added_by: userId })
    .where("id", "=", adder.id)
    .execute();
}

/** Lists the people in the family's list. */
async function listPeople(trx: Transaction<Database>, householdId: string): Promise<PersonRow[]> {
  return trx
    .selectFrom("people")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null)
    .orderBy("id")
    .execute();
}

/** Leaves an address alone that the family entered themselves. */
export async function updateLinkedEmail(
  trx: Transaction<Database>,
  { userId, email, previous }: { userId: string; email: string; previous: string },
): Promise<void> {
  await trx
    .updateTable("people")
    .set({ email })
    .where("user_id", "=", userId)
    .where("email", "=", previous)
    .execute();
}
