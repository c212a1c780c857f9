import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import { opaque } from "#app/domain/core/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** Someone who lives in the household or belongs to its family, once, with or without an account. */
export interface HouseholdPerson {
  id: string;
  /** Null without an account in this household. */
  userId: string | null;
  /** Their entries in the family list. */
  memberIds: string[];
  name: string;
}

/** Accounts first, each named as in the family list. */
export async function listHouseholdPeople(
  db: Kysely<Database>,
  householdId: string,
): Promise<HouseholdPerson[]> {
  const members = await listAccounts(db, householdId);
  const userIds = members.map(({ user_id }) => user_id);
  const accounts = await findPeople(db, userIds);
  const family = await listFamily(db, householdId);
  const withAccount = userIds.flatMap((userId) => {
    const account = accounts.get(userId);
    if (!account) return [];
    const entries = family.filter(({ linked_user_id }) => linked_user_id === userId);
    const name = entries[0]?.name ?? account.firstName ?? account.email.split("@")[0]!;
    return [{ id: userId, userId, memberIds: entries.map(({ id }) => id), name }];
  });
  const others = family
    .filter(({ linked_user_id }) => !linked_user_id || !accounts.has(linked_user_id))
    .map(({ id, name }) => ({ id, userId: null, memberIds: [id], name }));
  return [...withAccount, ...others];
}

const listAccounts = compileOnce((db, householdId: string) =>
  db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", opaque(householdId))
    .orderBy("joined_at")
    .orderBy("id"),
);

const listFamily = compileOnce((db, householdId: string) =>
  db
    .selectFrom("family_members")
    .select(["id", "name", "linked_user_id"])
    .where("household_id", "=", householdId)
    .orderBy("created_at")
    .orderBy("id"),
);

/** Also finds someone by the entry they had before they got an account. */
export function findHouseholdPerson(
  people: readonly HouseholdPerson[],
  { user_id, member_id }: { user_id: string | null; member_id: string | null },
): HouseholdPerson | undefined {
  return people.find(({ userId, memberIds }) =>
    user_id ? userId === user_id : member_id !== null && memberIds.includes(member_id),
  );
}
