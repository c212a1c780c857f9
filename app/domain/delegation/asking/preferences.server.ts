import type { Kysely } from "kysely";
import { canBeAsked, familyQuery } from "#app/domain/household/family/family-members.server.ts";
import type { Database, DelegationMethod, Relation } from "#db/schema.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

export interface DelegationPreferences {
  defaultSpouseId: string | null;
  delegationMethod: DelegationMethod;
  /** Spouses and partners: whom tasks can go to. */
  delegates: { id: string; name: string; relation: Relation }[];
}

export async function findDelegationPreferences(db: Kysely<Database>, viewer: Viewer): Promise<DelegationPreferences> {
  const chosen = await db
    .selectFrom("user_preferences")
    .select(["default_spouse_id as defaultSpouseId", "delegation_method as delegationMethod"])
    .where("user_id", "=", viewer.userId)
    .executeTakeFirstOrThrow();
  const family = await familyQuery(db, viewer).orderBy("name").orderBy("member.id").execute();
  const delegates = family
    .filter(({ relation }) => canBeAsked(relation))
    .map(({ id, name, relation }) => ({ id, name, relation }));
  return { ...chosen, delegates };
}

/**
 * Sets whom the viewer's tasks go to by default, or nobody.
 * @returns false when that is no spouse or partner of theirs (specification, section 5)
 */
export async function setDefaultDelegate(db: Kysely<Database>, viewer: Viewer, id: string | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = id ? await familyQuery(trx, viewer).where("member.id", "=", id).executeTakeFirst() : undefined;
    if (id && !(found && canBeAsked(found.relation))) return false;
    await trx
      .updateTable("user_preferences")
      .set({ default_spouse_id: id })
      .where("user_id", "=", viewer.userId)
      .execute();
    return true;
  });
}

export async function setDelegationMethod(
  db: Kysely<Database>,
  viewer: Viewer,
  method: DelegationMethod,
): Promise<void> {
  await db
    .updateTable("user_preferences")
    .set({ delegation_method: method })
    .where("user_id", "=", viewer.userId)
    .execute();
}
