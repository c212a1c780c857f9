import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import {
  canBeAsked,
  findFamilyRow,
  listFamily,
} from "#app/domain/people/family/family-members.server.ts";
import { namesToChoose } from "#app/domain/people/same-name.ts";
import { findPreferences, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database, DelegationMethod, Relation } from "#db/schema.ts";

interface DelegationPreferences {
  defaultSpouseId: string | null;
  delegationMethod: DelegationMethod;
  delegates: { id: string; name: string; relation: Relation }[];
}

export async function findDelegationPreferences(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<DelegationPreferences> {
  const { default_spouse_id, delegation_method } = await findPreferences(db, viewer.userId);
  const family = await listFamily(db, viewer);
  const askable = family.filter(({ relation }) => canBeAsked(relation));
  const names = namesToChoose(askable);
  const delegates = askable.map(({ id, relation }) => ({ id, name: names.get(id)!, relation }));
  return { defaultSpouseId: default_spouse_id, delegationMethod: delegation_method, delegates };
}

/** @returns false when `id` is not the viewer's spouse or partner (specification, section 5) */
export async function setDefaultDelegate(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = id ? await findFamilyRow(trx, viewer, id) : undefined;
    if (id && !(found && canBeAsked(found.relation))) return false;
    await savePreferences(trx, viewer.userId, { default_spouse_id: id });
    return true;
  });
}

export async function setDelegationMethod(
  db: Kysely<Database>,
  viewer: Viewer,
  method: DelegationMethod,
): Promise<void> {
  await savePreferences(db, viewer.userId, { delegation_method: method });
}
