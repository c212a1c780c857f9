import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { accountName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import {
  childGrownUp,
  memberLeaves,
  peopleLeave,
  personRenamed,
  personReplaced,
  personReturned,
} from "./events.server.ts";
import { canBeAsked } from "./family/family-members.server.ts";
import { bumpRevision } from "./revision.server.ts";

/**
 * Makes an account a person of its household: the one who left it, or a new one. A family that
 * moved in may already have listed the person; the two are then merged.
 */
export async function arrive(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  now: string,
): Promise<void> {
  const own = await findOwn(trx, userId);
  const former = await trx
    .selectFrom("people")
    .select(["id", "relation"])
    .where("former_user_id", "=", userId)
    .where("household_id", "=", householdId)
    .orderBy("id")
    .execute();
  const known = [...(own ? [own] : []), ...former];
  const kept = known.find(({ relation }) => relation !== null) ?? former[0] ?? own;
  for (const { id } of known) if (kept && id !== kept.id) await mergePeople(trx, id, kept.id, now);
  if (kept && former.length > 0) {
    await trx
      .updateTable("people")
      .set({ user_id: userId, former_user_id: null, left_at: null })
      .where("id", "=", kept.id)
      .execute();
    await personReturned.announce(trx, { personId: kept.id }, now);
  }
  if (kept) return;
  const name = accountName(await findPerson(trx, userId));
  await trx
    .insertInto("people")
    .values({ id: newId(), household_id: householdId, user_id: userId, name, created_at: now })
    .execute();
}

/**
 * A person in the family's list stays there without the account, because otherwise they could still
 * read and answer requests by link or text. Anyone else is kept only for the history. The people
 * whom they added stay.
 * @param by the user, if they left on their own and need no message
 */
export async function leave(
  trx: Transaction<Database>,
  { userId, householdId, by }: Viewer & { by: string | null },
  now: string,
): Promise<void> {
  await memberLeaves.announce(trx, { userId, householdId }, now);
  const own = await findOwn(trx, userId);
  if (!own) return;
  await peopleLeave.announce(trx, { personIds: [own.id], by }, now);
  await trx
    .updateTable("people")
    .set({
      user_id: null,
      former_user_id: userId,
      ...(own.relation === null && { left_at: now }),
    })
    .where("id", "=", own.id)
    .execute();
}

export async function findOwn(trx: Transaction<Database>, userId: string) {
  return trx.selectFrom("people").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/**
 * Merges two people into one, who keeps the number and address of both, and can be asked if either
 * can.
 */
export async function mergePeople(
  trx: Transaction<Database>,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  await personReplaced.announce(trx, { from, to }, now);
  const merged = await trx
    .deleteFrom("people")
    .where("id", "=", from)
    .returning(["phone", "email", "relation", "user_id", "former_user_id"])
    .executeTakeFirstOrThrow();
  const { relation } = await trx
    .selectFrom("people")
    .select("relation")
    .where("id", "=", to)
    .executeTakeFirstOrThrow();
  const isAskableNow = canBeAsked(merged.relation) && !canBeAsked(relation);
  await trx
    .updateTable("people")
    .set(({ fn, val }) => ({
      relation: isAskableNow ? merged.relation : (relation ?? merged.relation),
      phone: fn.coalesce("phone", val(merged.phone)),
      email: fn.coalesce("email", val(merged.email)),
      user_id: fn.coalesce("user_id", val(merged.user_id)),
      former_user_id: merged.user_id
        ? null
        : fn.coalesce("former_user_id", val(merged.former_user_id)),
    }))
    .where("id", "=", to)
    .execute();
  if (isAskableNow && relation === "child")
    await childGrownUp.announce(trx, { personIds: [to] }, now);
}

/** Keeps a name that the family chose. */
export async function renameAfterAccount(
  trx: Transaction<Database>,
  { userId, from, to }: { userId: string; from: string; to: string },
  now: string,
): Promise<void> {
  const own = await findOwn(trx, userId);
  if (own && (own.relation === null || own.name === from)) await renamePerson(trx, own, to, now);
}

/** Updates open pages at once. */
export async function renamePerson(
  trx: Transaction<Database>,
  { id, household_id, name: before }: { id: string; household_id: string; name: string },
  name: string,
  now: string,
): Promise<void> {
  if (name === before) return;
  await trx.updateTable("people").set({ name }).where("id", "=", id).execute();
  await personRenamed.announce(trx, { personId: id, name }, now);
  await bumpRevision(trx, household_id);
}
