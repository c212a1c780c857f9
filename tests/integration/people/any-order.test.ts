import * as fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import {
  acceptInvitation,
  previewJoining,
} from "#app/domain/lifecycle/accept-invitation.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import {
  addFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { handOverHousehold } from "#app/domain/people/household/household-members.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { depth } from "../../support/runner/depth.ts";
import { newFamily } from "../../support/records/family.ts";
import { nameAccount } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";

const linkKey = "k".repeat(43);
const accounts = 4;
const account = fc.nat({ max: accounts - 1 });
const step = fc.record({
  does: fc.constantFrom("join", "join", "remove", "hand over", "leave", "add", "turns", "drop"),
  who: account,
  whom: account,
  choice: fc.nat(),
  name: fc.constantFrom("Otto", "Nora 1", "Nora 2"),
  relation: fc.constantFrom("partner" as const, "sibling" as const),
  phone: fc.constantFrom(null, "+12015550101", "+12015550102"),
  email: fc.constantFrom(null, "theirs", "otto@example.com"),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test("in any order of actions nobody is lost or two people, and everyone has what is theirs", async () => {
  await using own = newDatabase();
  const { db } = own;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      const userIds: string[] = [];
      for (let at = 0; at < accounts; at += 1) userIds.push(await newNora(db, at));
      for (const one of steps) {
        await perform(db, one, [userIds[one.who] ?? "", userIds[one.whom] ?? ""]);
        await expectOnePersonEach(db, userIds);
      }
      await removeAccounts(db);
      await announceWaiting(db, nowIso());
      await expectOneOwnerEach(db, userIds);
      await expectPeopleOfTheHousehold(db);
      expect(await listUnreminded(db, userIds)).toEqual([]);
    }),
    depth({ full: 60, part: 15 }),
  );
});

async function newNora(db: Kysely<Database>, at: number): Promise<string> {
  const family = await newFamily(db, { Otto: "sibling" });
  await nameAccount(db, family.userId, `Nora ${at}`);
  await newSeries(db, family, { rule: "FREQ=DAILY", due: "2101-06-10T15:00", now: nowIso() });
  return family.userId;
}

async function perform(db: Kysely<Database>, one: Step, [who, whom]: [string, string]) {
  const [own, other] = [await getMembership(db, who), await getMembership(db, whom)];
  const viewer = { userId: who, householdId: own.householdId, timeZone: "UTC" };
  const { name, relation, phone, choice } = one;
  const email = one.email === "theirs" ? emailOf(whom) : one.email;
  switch (one.does) {
    case "remove":
      return removeHouseholdMember(db, viewer, other.id);
    case "hand over":
      return handOverHousehold(db, viewer, other.id);
    case "leave":
      return leaveHousehold(db, viewer, own.id);
    case "add":
      return addFamilyMember(db, viewer, { name, relation, phone, email });
    case "drop":
      return dropSomebody(db, viewer, choice);
    case "turns":
      return giveTurns(db, viewer, choice);
    case "join":
      return join(db, viewer, whom, choice);
  }
}

const emailOf = (userId: string) => `${userId}@example.com`;

interface Actor {
  userId: string;
  householdId: string;
  timeZone: string;
}

async function dropSomebody(db: Kysely<Database>, viewer: Actor, choice: number) {
  const listed = await db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", viewer.householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null)
    .execute();
  const person = listed[choice % Math.max(listed.length, 1)];
  if (person) await removeFamilyMember(db, viewer, person.id);
}

async function giveTurns(db: Kysely<Database>, viewer: Actor, choice: number) {
  const { householdId } = viewer;
  const open = await db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("household_id", "=", householdId)
    .where("state", "=", "open")
    .execute();
  const taskId = open[choice % Math.max(open.length, 1)]?.task_id;
  const known = await listHouseholdPeople(db, householdId);
  const people = known.slice(0, 1 + (choice % known.length)).map(({ id }) => id);
  if (taskId) await setTurns(db, viewer, taskId, { who: "people", people, order: "each" });
}

/** Nobody's number is lost, whoever they say is who. */
async function join(db: Kysely<Database>, host: Actor, guest: string, choice: number) {
  const invited = await invite(db, host, emailOf(guest), false);
  if (typeof invited === "string") return;
  const { version } = await db
    .selectFrom("family_invitations")
    .select("version")
    .where("id", "=", invited.id)
    .executeTakeFirstOrThrow();
  const viewer = { ...(await getMembership(db, guest)), userId: guest };
  const { questions } = await previewJoining(db, viewer, host.householdId);
  const answers = questions.map(({ incoming, candidates }, at) => ({
    incomingId: incoming.id,
    presentId: candidates[(choice + at) % (candidates.length + 1)]?.id,
  }));
  const before = await listNumbers(db);
  const token = linkToken(linkKey, "invitation", invited.id, version);
  await acceptInvitation(db, guest, { linkKey, token, answers });
  expect(await listNumbers(db)).toEqual(before);
}

async function listNumbers(db: Kysely<Database>) {
  const numbers = db.selectFrom("people").select("phone").distinct().orderBy("phone");
  return numbers.where("phone", "is not", null).execute();
}

async function expectOnePersonEach(db: Kysely<Database>, userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    const { householdId } = await getMembership(db, userId);
    const own = db.selectFrom("people").select(["household_id", "left_at"]);
    expect(await own.where("user_id", "=", userId).execute()).toEqual([
      { household_id: householdId, left_at: null },
    ]);
    const former = db.selectFrom("people").select("id").where("household_id", "=", householdId);
    expect(await former.where("former_user_id", "=", userId).execute()).toEqual([]);
  }
}

async function expectOneOwnerEach(db: Kysely<Database>, userIds: string[]): Promise<void> {
  const members = await db
    .selectFrom("household_members")
    .selectAll()
    .where("user_id", "in", userIds)
    .execute();
  for (const [, household] of Map.groupBy(members, ({ household_id }) => household_id))
    expect(household.filter(({ role }) => role === "owner")).toHaveLength(1);
  const tasks = await db
    .selectFrom("tasks")
    .select(["household_id", "user_id"])
    .where("user_id", "in", userIds)
    .execute();
  expect(tasks).toHaveLength(accounts);
  const isMember = ({ household_id, user_id }: (typeof tasks)[number]) =>
    members.some((one) => one.user_id === user_id && one.household_id === household_id);
  expect(tasks.filter((task) => !isMember(task))).toEqual([]);
}

async function expectPeopleOfTheHousehold(db: Kysely<Database>): Promise<void> {
  const assigned = db
    .selectFrom("tasks")
    .innerJoin("people", "people.id", "tasks.assignee_id")
    .select("tasks.id")
    .where(({ eb, or, ref }) =>
      or([
        eb("people.household_id", "!=", ref("tasks.household_id")),
        eb("people.left_at", "is not", null),
      ]),
    );
  expect(await assigned.execute()).toEqual([]);
  const inTurns = db
    .selectFrom("series_turn_people")
    .innerJoin("series", "series.id", "series_id")
    .innerJoin("people", "people.id", "person_id")
    .select("series.id")
    .whereRef("people.household_id", "!=", "series.household_id");
  expect(await inTurns.execute()).toEqual([]);
}

/** Those with an account who have the turn. Nobody else's household may remind anybody. */
async function listUnreminded(db: Kysely<Database>, userIds: string[]) {
  const pending = await db
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .innerJoin("household_members as member", "member.user_id", "reminders.user_id")
    .select(["tasks.id", "reminders.user_id", "tasks.household_id"])
    .select("member.household_id as own")
    .where("status", "=", "pending")
    .where("reminders.user_id", "in", userIds)
    .execute();
  expect(pending.filter(({ household_id, own }) => household_id !== own)).toEqual([]);
  const turns = await db
    .selectFrom("tasks")
    .innerJoin("people", "people.id", "tasks.assignee_id")
    .select(["tasks.id", "people.user_id"])
    .where("has_turn", "=", 1)
    .where("people.user_id", "in", userIds)
    .execute();
  const isReminded = (turn: (typeof turns)[number]) =>
    pending.some(({ id, user_id }) => id === turn.id && user_id === turn.user_id);
  return turns.filter((turn) => !isReminded(turn));
}
