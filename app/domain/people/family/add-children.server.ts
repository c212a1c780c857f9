import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { getMembership } from "../household/membership.server.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { addPerson } from "./add-person.server.ts";
import { isSamePerson } from "../same-name.ts";
import { listFamilyNames } from "./family-names.server.ts";

/** Returns a first name that two children have. */
export function findNamesake(names: readonly string[]): string | undefined {
  const children = names.map((name) => ({ name, relation: "child" }) as const);
  return children.find((child, index) =>
    children.slice(index + 1).some((other) => isSamePerson(child, other)),
  )?.name;
}

/**
 * Skips names that the family already has. Returns false, and adds none, if there is no room for
 * all.
 */
export async function addChildren(
  db: Kysely<Database>,
  userId: string,
  names: readonly string[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A late form may arrive after the user moved to another household.
    const { householdId } = await getMembership(trx, userId);
    if (!(await hasRoomForPeople(trx, householdId, names.length))) return false;
    for (const name of names) await addChild(trx, { userId, householdId, name });
    return true;
  });
}

export async function addChild(
  trx: Transaction<Database>,
  { userId, householdId, name }: { userId: string; householdId: string; name: string },
): Promise<void> {
  const family = await listFamilyNames(trx, householdId);
  const facts = { name, relation: "child", phone: null, email: null } as const;
  if (family.some((person) => isSamePerson(person, facts))) return;
  await addPerson(trx, { userId, householdId }, facts, nowIso());
}
