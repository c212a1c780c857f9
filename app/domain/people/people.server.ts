import { expressionBuilder, type Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList, opaque } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { faceColors } from "./limits.ts";
import { namesToChoose, normalizeName } from "./same-name.ts";

/** A person in the household, with or without an account in it. */
export interface HouseholdPerson {
  id: string;
  userId: string | null;
  name: string;
  /** The name, with what distinguishes them from others of that name. */
  label: string;
}

/** Lists accounts first, in the order in which they joined. */
export async function listHouseholdPeople(
  db: Kysely<Database>,
  householdId: string,
): Promise<HouseholdPerson[]> {
  const people = await listPeople(db, householdId);
  const labels = namesToChoose(people);
  return people.map(({ id, userId, name }) => ({ id, userId, name, label: labels.get(id)! }));
}

const listPeople = compileOnce((db, householdId: string) =>
  peopleQuery(db).where("people.household_id", "=", opaque(householdId)),
);

/**
 * Maps person ids to labels, for the given people and everyone else in their households. Omits
 * people who have left.
 */
export async function findLabels(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await listHousemates(db, ids);
  const households = Map.groupBy(people, ({ household_id }) => household_id).values();
  return new Map([...households].flatMap((household) => [...namesToChoose(household)]));
}

const listHousemates = compileOnce((db, ids: readonly string[]) =>
  peopleQuery(db)
    .select("people.household_id")
    .where("people.household_id", "in", ({ selectFrom }) =>
      selectFrom("people as some").select("some.household_id").where("some.id", "in", idList(ids)),
    ),
);

/**
 * Maps the ids of these people to the numbers of their colors, from 0. The first people of a
 * household have different ones, and keep them when others leave.
 */
export async function findFaces(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const people = await listPeopleEver(db, ids);
  const households = Map.groupBy(people, ({ household_id }) => household_id).values();
  return new Map(
    [...households].flatMap((household) =>
      household.map(({ id }, index): [string, number] => [id, index % faceColors]),
    ),
  );
}

const listPeopleEver = compileOnce((db, ids: readonly string[]) =>
  db
    .selectFrom("people")
    .select(["id", "household_id"])
    .where("household_id", "in", ({ selectFrom }) =>
      selectFrom("people as some").select("some.household_id").where("some.id", "in", idList(ids)),
    )
    .orderBy("created_at")
    .orderBy("id"),
);

/** Lists everyone of the household, also those who have left: they keep tasks that name them. */
export async function listNamesEver(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("people")
    .select(["id", "name"])
    .where("household_id", "=", householdId)
    .execute();
}

function peopleQuery(db: Kysely<Database>) {
  return db
    .selectFrom("people")
    .leftJoin("household_members as member", "member.user_id", "people.user_id")
    .select(["people.id", "people.user_id as userId", "people.name"])
    .select(["people.relation", "people.phone", "people.email"])
    .where("people.left_at", "is", null)
    .orderBy("member.joined_at", (order) => order.asc().nullsLast())
    .orderBy("people.created_at")
    .orderBy("people.id");
}

/** Also includes people who have left. */
export async function findAccountsOfPeople(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await listAccounts(db, ids);
  return new Map(
    rows.flatMap(({ id, user_id }): [string, string][] => (user_id ? [[id, user_id]] : [])),
  );
}

const listAccounts = compileOnce((db, ids: readonly string[]) =>
  db.selectFrom("people").select(["id", "user_id"]).where("id", "in", idList(ids)),
);

export async function findPersonId(
  db: Kysely<Database>,
  userId: string,
): Promise<string | undefined> {
  const [person] = await listIds(db, userId);
  return person?.id;
}

const listIds = compileOnce((db, userId: string) =>
  db.selectFrom("people").select("id").where("user_id", "=", opaque(userId)),
);

/** Maps user ids to the ids of their people. */
export async function findPersonIds(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("people")
    .select(["id", "user_id"])
    .where("user_id", "in", idList(userIds))
    .execute();
  return new Map(rows.map(({ id, user_id }) => [user_id!, id]));
}

/** Maps user ids to who these people are in the household, or were before they left it. */
export async function findPeopleOfAccounts(
  db: Kysely<Database>,
  householdId: string,
  userIds: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("people")
    .select(["id", "name"])
    .select(({ fn }) => fn.coalesce("user_id", "former_user_id").as("userId"))
    .where(({ eb, or }) =>
      or([eb("user_id", "in", idList(userIds)), eb("former_user_id", "in", idList(userIds))]),
    )
    .where("household_id", "=", opaque(householdId))
    .execute();
  return new Map(rows.map(({ userId, ...person }) => [userId!, person]));
}

/** A page from before an update identifies people who have an account by the account's id. */
export function findChosenPerson(
  people: readonly HouseholdPerson[],
  id: string,
): HouseholdPerson | undefined {
  return people.find((person) => person.id === id || person.userId === id);
}

export interface Assignee {
  assignee_id: string | null;
  assignee_name: string | null;
}

/** Returns the person if exactly one has this name. Otherwise keeps the name as it was written. */
export function assigneeNamed(people: readonly HouseholdPerson[], name: string | null): Assignee {
  const person = onlyNamed(people, name);
  return person
    ? { assignee_id: person.id, assignee_name: null }
    : { assignee_id: null, assignee_name: name };
}

/** Returns the person of this name; undefined if nobody or several have the name. */
export function onlyNamed(
  people: readonly HouseholdPerson[],
  name: string | null,
): HouseholdPerson | undefined {
  const named = name === null ? [] : peopleNamed(people, name);
  return named.length === 1 ? named[0] : undefined;
}

/** Returns everyone with this name, who may be several. */
export function peopleNamed(people: readonly HouseholdPerson[], name: string): HouseholdPerson[] {
  const has = (own: string) => normalizeName(own) === normalizeName(name);
  const labelled = people.filter(({ label }) => has(label));
  return labelled.length === 1 ? labelled : people.filter((one) => has(one.name));
}

/** A subquery for the name of the person whose id a column holds, such as tasks.assignee_id. */
export const nameOfPerson = (idColumn: string) => rowOfPerson(idColumn).select("people.name");

/** A subquery for the account of the person whose id a column holds. */
export const accountOfPerson = (idColumn: string) => rowOfPerson(idColumn).select("people.user_id");

function rowOfPerson(idColumn: string) {
  const eb = expressionBuilder<Database>();
  return eb.selectFrom("people").whereRef("people.id", "=", idColumn as never);
}
