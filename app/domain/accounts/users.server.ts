import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

export interface Person {
  id: string;
  email: string;
  isEmailVerified: boolean;
  /** True for Mila's owner, who need not own a household. */
  isOwner: boolean;
  firstName: string | null;
  lastName: string | null;
  /** IANA name, or null while unknown. */
  timeZone: string | null;
  createdAt: string;
}

export async function findPeople(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, Person>> {
  if (userIds.length === 0) return new Map();
  const rows = await listPeople(db, userIds);
  return new Map(
    rows.map(({ email_verified_at, is_owner, ...person }) => [
      person.id,
      { ...person, isEmailVerified: email_verified_at !== null, isOwner: is_owner === 1 },
    ]),
  );
}

const listPeople = compileOnce((db, userIds: readonly string[]) =>
  db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .select([
      "users.id",
      "users.email",
      "users.email_verified_at",
      "users.is_owner",
      "first_name as firstName",
    ])
    .select(["last_name as lastName", "time_zone as timeZone", "users.created_at as createdAt"])
    .where("users.id", "in", idList(userIds)),
);

export async function findPerson(db: Kysely<Database>, userId: string): Promise<Person> {
  const person = (await findPeople(db, [userId])).get(userId);
  if (!person) throw new Error(`User ${userId} not found`);
  return person;
}

export async function findUserByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<string | undefined> {
  return (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())
    ?.id;
}

export async function findFirstUser(
  db: Kysely<Database>,
): Promise<{ id: string; created_at: string } | undefined> {
  return db
    .selectFrom("users")
    .select(["id", "created_at"])
    .where("departed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Leaves a nameless row that the last messages of a deleted account refer to. Returns its id. */
export async function leaveDeparted(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<string> {
  const id = newId();
  const { email_verified_at, created_at } = await trx
    .selectFrom("users")
    .select(["email_verified_at", "created_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const email = `${id}@deleted.invalid`;
  await trx
    .insertInto("users")
    .values({ id, email, email_verified_at, created_at, departed_at: now })
    .execute();
  return id;
}
