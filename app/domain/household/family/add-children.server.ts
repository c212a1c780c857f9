import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { getMembership } from "../members/membership.server.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { isSamePerson } from "./merge.ts";
import { listFamilyNames } from "./family-names.server.ts";

/** The first name that another child has as well. */
export function findNamesake(names: readonly string[]): string | undefined {
  const children = names.map((name) => ({ name, relation: "child" }) as const);
  return children.find((child, index) =>
    children.slice(index + 1).some((other) => isSamePerson(child, other)),
  )?.name;
}

/** Leaves out children of that name who are there. Returns false, and adds none, where there is no room for all. */
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
  const child = { id: newId(), name, relation: "child", created_at: nowIso() } as const;
  if (family.some((one) => isSamePerson(one, child))) return;
  await trx
    .insertInto("family_members")
    .values({ ...child, user_id: userId, household_id: householdId })
    .execute();
}
