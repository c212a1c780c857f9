import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { action as parseTask } from "#app/routes/api/parse-task.ts";
import type { Database } from "#db/schema.ts";
import { phones } from "../../support/messages/delegation.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newMember, type TestFamily } from "../../support/records/family.ts";
import { nameAccount } from "../../support/records/people.ts";
import { routeArgs } from "../../support/text/route.ts";

/** Nora and Bob have accounts, and the family's list has neither. */
async function newHome(nameOfBob = "Bob") {
  const own = newDatabase();
  const { db } = own;
  const nora = await newTalkingFamily(db, phones.nora);
  await nameAccount(db, nora.userId, "Nora");
  const bob = await newBob(db, nora);
  await nameAccount(db, bob.userId, nameOfBob);
  return { ...own, nora, bob, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

async function added(db: Kysely<Database>, family: TestFamily, text: string) {
  const { id } = await addTask(db, family, { text });
  return db
    .selectFrom("tasks")
    .leftJoin("people as doer", "doer.id", "tasks.assignee_id")
    .leftJoin("people as subject", "subject.id", "tasks.about_id")
    .select(["title", "doer.name as who", "assignee_name", "subject.name as about"])
    .where("tasks.id", "=", id)
    .executeTakeFirstOrThrow();
}

test("an account that the family's list does not have is known by its name", async () => {
  await using home = await newHome();
  const { db, nora } = home;
  expect(await added(db, nora, "Bob: oil change")).toMatchObject({
    title: "Oil change",
    who: "Bob",
  });
  expect(await added(db, nora, "bob's dentist on friday")).toMatchObject({
    title: "Bob's dentist",
    who: null,
    about: "Bob",
  });
  const body = { text: "ask bob to buy milk", timeZone: "UTC", nowIso: nowIso() };
  const args = await routeArgs(db, { path: "/api/parse-task", userId: nora.userId, json: body });
  expect(await (await parseTask(args)).json()).toMatchObject({ assignee: "Bob" });
  expect(await talk(db, "who has the oil change?", { from: phones.nora })).toContain("Bob has it");
});

test("of two accounts of one name, none is guessed", async () => {
  await using home = await newHome();
  const { db, nora } = home;
  await newMember(db, nora.householdId);
  await db.updateTable("people").set({ name: "bob" }).where("name", "!=", "Nora").execute();
  const task = await added(db, nora, "Bob: oil change");
  expect([task.who, task.assignee_name]).toEqual([null, "bob"]);
});

test.each([".*", "(a+)+$", "a|b", "\\", "$&", "^"])(
  "an account called “%s” changes no words of a request",
  async (name) => {
    await using home = await newHome(name);
    const text = "call aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa about the bill";
    expect(await added(home.db, home.nora, text)).toMatchObject({
      title: "Call aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa about the bill",
      who: null,
      about: null,
    });
  },
);

test("an account that is called by a word of its address is found in no request", async () => {
  await using home = await newHome("house");
  expect(await added(home.db, home.nora, "clean the house")).toMatchObject({ about: null });
});

test("whoever is new and alone is still asked who shares the load", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await nameAccount(own.db, nora.userId, "Nora");
  expect((await findWelcome(own.db, nora)).open).toContain("sharing");
});
