import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import {
  findPersonId,
  findPersonIds,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { id } from "./fields.ts";
import { type Call, operation, type Operation } from "./operation.ts";
import { missing } from "./problem.ts";

const tag = "Family";

const relations = [
  "spouse",
  "partner",
  "child",
  "parent",
  "grandparent",
  "sibling",
  "other",
] as const;

export const person = z
  .strictObject({
    id,
    name: z.string(),
    label: z.string().meta({ description: "The name, with what tells two of one name apart." }),
    relation: z.enum(relations).nullable(),
    has_account: z.boolean(),
    is_you: z.boolean(),
  })
  .meta({ description: "Somebody of the household, with or without an account." });

export const people = z.strictObject({ people: z.array(person) });

export const me = z.strictObject({
  person_id: id.nullable(),
  household_id: id,
  time_zone: z.string(),
  week_starts_on: z.enum(["sunday", "monday"]),
  access: z.enum(["read", "write", "ask"]).meta({ description: "What this token may do." }),
});

export const household = z.strictObject({
  id,
  revision: z.int().meta({ description: "It rises with every change." }),
  members: z.array(
    z.strictObject({
      person_id: id.nullable(),
      name: z.string(),
      role: z.enum(["owner", "member"]),
      is_you: z.boolean(),
    }),
  ),
});

const unchanged = { description: "Nothing has changed (`If-None-Match`)." };

const listPeople = operation({
  id: "listPeople",
  method: "get",
  path: "/people",
  access: "read",
  tag,
  summary: "List the household's people",
  answers: {
    200: { description: "Accounts first.", schema: people, headers: ["ETag"] },
    304: unchanged,
  },
  problems: [],
  run: async (call) => ({ status: 200, body: { people: await readPeople(call) } }),
});

const getPerson = operation({
  id: "getPerson",
  method: "get",
  path: "/people/{id}",
  access: "read",
  tag,
  summary: "Read a person",
  params: z.strictObject({ id }),
  answers: {
    200: { description: "The person.", schema: person, headers: ["ETag"] },
    304: unchanged,
  },
  problems: [],
  run: async (call) => {
    const found = (await readPeople(call)).find((one) => one.id === call.params.id);
    if (!found) throw missing("person");
    return { status: 200, body: found };
  },
});

const getMe = operation({
  id: "getMe",
  method: "get",
  path: "/me",
  access: "read",
  tag,
  summary: "Read whose token this is",
  answers: { 200: { description: "You.", schema: me, headers: ["ETag"] }, 304: unchanged },
  problems: [],
  run: async ({ db, viewer, access }) => ({
    status: 200,
    body: {
      person_id: (await findPersonId(db, viewer.userId)) ?? null,
      household_id: viewer.householdId,
      time_zone: viewer.timeZone,
      week_starts_on: (await findWeekStart(db, viewer.userId)) === 1 ? "monday" : "sunday",
      access,
    },
  }),
});

const getHousehold = operation({
  id: "getHousehold",
  method: "get",
  path: "/household",
  access: "read",
  tag,
  summary: "Read the household",
  answers: {
    200: { description: "The household.", schema: household, headers: ["ETag"] },
    304: unchanged,
  },
  problems: [],
  run: async ({ db, viewer }) => {
    const members = await listHouseholdMembers(db, viewer);
    const personIds = await findPersonIds(
      db,
      members.map(({ userId }) => userId),
    );
    return {
      status: 200,
      body: {
        id: viewer.householdId,
        revision: await readRevision(db, viewer.householdId),
        members: members.map(({ userId, name, role, isViewer }) => ({
          person_id: personIds.get(userId) ?? null,
          name,
          role,
          is_you: isViewer,
        })),
      },
    };
  },
});

async function readPeople({ db, viewer }: Call): Promise<z.output<typeof person>[]> {
  const all = await listHouseholdPeople(db, viewer.householdId);
  const rows = await findPeopleByIds(
    db,
    all.map((one) => one.id),
  );
  return all.map(({ id: personId, userId, name, label }) => ({
    id: personId,
    name,
    label,
    relation: rows.get(personId)?.relation ?? null,
    has_account: userId !== null,
    is_you: userId === viewer.userId,
  }));
}

export const householdOperations: Operation[] = [listPeople, getPerson, getMe, getHousehold];
