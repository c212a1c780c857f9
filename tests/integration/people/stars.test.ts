import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import {
  findStars,
  giveStars,
  setGoal,
  takeStarsBack,
  turnStars,
} from "#app/domain/children/stars.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { chooseWho } from "#app/domain/pages/who.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { tickAsPerson, untickAsPerson } from "#app/domain/tasks/changing/tick-as-person.server.ts";
import type { Database } from "#db/schema.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  newFamily,
  newInvitation,
  newMember,
  type TestFamily,
} from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";

async function withEmma(db: Kysely<Database>, { isOn = true } = {}) {
  const nora = await newFamily(db, { Emma: "child", Leo: "child", Sam: "partner" });
  const people = await db
    .selectFrom("people")
    .select(["id", "name"])
    .where("household_id", "=", nora.householdId)
    .execute();
  const idOf = (name: string) => people.find((person) => person.name === name)!.id;
  if (isOn) await turnStars(db, nora, { isOn: true });
  const starsOf = async (name: string) => {
    const who = { personId: idOf(name), householdId: nora.householdId };
    return (await findStars(db, who))?.total ?? null;
  };
  const taskOf = async (name: string, text = "Sweep the floor") => {
    const { id } = await addTask(db, nora, { text, requestId: crypto.randomUUID() });
    await chooseWho(db, nora, { taskId: id, personId: idOf(name) });
    return id;
  };
  const emma = { personId: idOf("Emma"), householdId: nora.householdId };
  return { nora, emma, idOf, starsOf, taskOf };
}

const tick = (db: Kysely<Database>, emma: { personId: string; householdId: string }, id: string) =>
  tickAsPerson(db, emma, { taskId: id, seenDue: "" });

async function memberOf(db: Kysely<Database>, nora: TestFamily): Promise<TestFamily> {
  const id = await newMember(db, nora.householdId);
  const { user_id: userId } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...nora, userId };
}

test("there are none until the family wants them", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, starsOf, taskOf } = await withEmma(db, { isOn: false });
  await tick(db, emma, await taskOf("Emma"));
  expect(await starsOf("Emma")).toBe(null);
  expect(await giveStars(db, nora, emma.personId, { stars: 1, reason: "x" })).toBe("missing");
  await turnStars(db, nora, { isOn: true });
  expect(await starsOf("Emma")).toBe(0);
});

test("a child who does a task gets one star, whoever ticks it, and only children do", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, starsOf, taskOf } = await withEmma(db);
  await tick(db, emma, await taskOf("Emma"));
  await completeTask(db, nora, await taskOf("Emma"));
  await completeTask(db, nora, await taskOf("Sam"));
  const { id } = await addTask(db, nora, { text: "Call the vet" });
  await completeTask(db, nora, id);
  expect(await starsOf("Emma")).toBe(2);
  expect(await starsOf("Leo")).toBe(0);
  expect(await db.selectFrom("child_stars").select("id").execute()).toHaveLength(2);
});

test("the star goes if whoever ticked takes it back, and not if another reopens the task", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, starsOf, taskOf } = await withEmma(db);
  const id = await taskOf("Emma");
  await tick(db, emma, id);
  await untickAsPerson(db, emma, id);
  expect(await starsOf("Emma")).toBe(0);
  await tick(db, emma, id);
  await reopenTask(db, nora, id);
  expect(await starsOf("Emma")).toBe(1);
  await tick(db, emma, id);
  expect(await starsOf("Emma")).toBe(1);
  const noras = await taskOf("Leo");
  await completeTask(db, nora, noras);
  await reopenTask(db, await memberOf(db, nora), noras);
  expect(await starsOf("Leo")).toBe(1);
  await completeTask(db, nora, noras);
  await reopenTask(db, nora, noras, { isUndo: true });
  expect(await starsOf("Leo")).toBe(0);
});

test("a child who does what another had done before gets a star too, and once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, idOf, starsOf, taskOf } = await withEmma(db);
  const id = await taskOf("Emma");
  await tick(db, emma, id);
  await reopenTask(db, nora, id);
  await chooseWho(db, nora, { taskId: id, personId: idOf("Leo") });
  for (let time = 0; time < 2; time += 1) {
    await tick(db, { ...emma, personId: idOf("Leo") }, id);
    await reopenTask(db, nora, id);
  }
  expect([await starsOf("Emma"), await starsOf("Leo")]).toEqual([1, 1]);
  // Leo is entered twice in the family, and both entries become one.
  await db.transaction().execute((trx) => mergePeople(trx, idOf("Emma"), idOf("Leo"), nowIso()));
  expect(await starsOf("Leo")).toBe(1);
});

test("a parent gives stars, and takes back only their own", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, starsOf } = await withEmma(db);
  const sam = await memberOf(db, nora);
  const given = await giveStars(db, nora, emma.personId, { stars: 3, reason: "Helping Leo" });
  if (typeof given === "string") throw new Error(given);
  const ids = { personId: emma.personId, giftId: given.id };
  expect(await takeStarsBack(db, sam, ids)).toBe(false);
  expect(await takeStarsBack(db, await newFamily(db), ids)).toBe(false);
  expect(await starsOf("Emma")).toBe(3);
  expect(await takeStarsBack(db, nora, ids)).toBe(true);
  expect(await takeStarsBack(db, nora, ids)).toBe(false);
  expect(await starsOf("Emma")).toBe(0);
});

test("a star for a task is no gift that a parent could take back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, starsOf, taskOf } = await withEmma(db);
  await completeTask(db, nora, await taskOf("Emma"));
  const { id } = await db.selectFrom("child_stars").select("id").executeTakeFirstOrThrow();
  expect(await takeStarsBack(db, nora, { personId: emma.personId, giftId: id })).toBe(false);
  expect(await starsOf("Emma")).toBe(1);
});

test("the next goal begins with the stars that are left over", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma } = await withEmma(db);
  const goal = async () => (await findStars(db, emma))!.goal;
  await setGoal(db, nora, emma.personId, { stars: 10, words: "cinema" });
  await giveStars(db, nora, emma.personId, { stars: 10, reason: "A good week" });
  await giveStars(db, nora, emma.personId, { stars: 2, reason: "And more" });
  expect(await goal()).toEqual({ words: "cinema", stars: 10, have: 12 });
  await setGoal(db, nora, emma.personId, { stars: 5, words: "ice cream" });
  expect(await goal()).toEqual({ words: "ice cream", stars: 5, have: 2 });
  // Another wish before the goal is reached uses nothing.
  await setGoal(db, nora, emma.personId, { stars: 20, words: "zoo" });
  expect(await goal()).toEqual({ words: "zoo", stars: 20, have: 2 });
  expect((await findStars(db, emma))!.total).toBe(12);
});

test("stars are kept while they are off, when households join, and not after the household", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, emma, idOf, starsOf } = await withEmma(db);
  await giveStars(db, nora, emma.personId, { stars: 3, reason: "Helping" });
  await setGoal(db, nora, emma.personId, { stars: 10, words: "cinema" });
  await turnStars(db, nora, { isOn: false });
  expect(await starsOf("Emma")).toBe(null);
  const host = await newFamily(db, { Emma: "child" });
  await turnStars(db, host, { isOn: true });
  const { id: same } = await db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", host.householdId)
    .where("name", "=", "Emma")
    .executeTakeFirstOrThrow();
  const linkKey = "k".repeat(43);
  const invitation = await newInvitation(db, host, `${nora.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  const answers = [{ incomingId: idOf("Emma"), presentId: same }];
  await acceptInvitation(db, nora.userId, { linkKey, token, answers });
  const there = { personId: same, householdId: host.householdId };
  expect(await findStars(db, there)).toEqual({
    total: 3,
    goal: { words: "cinema", stars: 10, have: 3 },
  });
  const file = await readExport(db, host);
  expect(file).toMatchObject({
    star_households: [{ turned_on_at: expect.any(String) }],
    child_stars: [{ person_id: same, stars: 3, reason: "Helping" }],
    child_goals: [{ words: "cinema", stars: 10 }],
  });
  await deleteAccount(db, nora.userId);
  await deleteAccount(db, host.userId);
  await removeAccounts(db);
  for (const table of ["child_stars", "child_goals", "star_households"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});
