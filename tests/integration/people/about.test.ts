import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import "#app/domain/wiring/rules.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { searchTasks } from "#app/domain/search/search-tasks.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { newTask } from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { personIdOf } from "../../support/records/people.ts";
import type { Database } from "#db/schema.ts";

const now = "2026-11-26T14:00:00.000Z";

const idOf = async (db: Kysely<Database>, name: string) =>
  (await db.selectFrom("people").select("id").where("name", "=", name).executeTakeFirstOrThrow())
    .id;

async function abouts(db: Kysely<Database>, title: string) {
  const rows = await db
    .selectFrom("tasks")
    .innerJoin("people", "people.id", "about_id")
    .select("people.name")
    .where("title", "=", title)
    .execute();
  return rows.map(({ name }) => name);
}

test("two entries that are one person are one for what is about them, also in what follows", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Emma: "child", Emmy: "child" });
  await addTask(db, nora, { text: "piano lesson Emmy every Tuesday at 5pm", now });
  expect(new Set(await abouts(db, "Piano lesson Emmy"))).toEqual(new Set(["Emmy"]));
  const [from, to] = [await idOf(db, "Emmy"), await idOf(db, "Emma")];
  await db.transaction().execute((trx) => mergePeople(trx, from, to, now));
  expect(new Set(await abouts(db, "Piano lesson Emmy"))).toEqual(new Set(["Emma"]));
  const { id } = await db
    .selectFrom("tasks")
    .select("id")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await completeTask(db, nora, id);
  expect(new Set(await abouts(db, "Piano lesson Emmy"))).toEqual(new Set(["Emma"]));
  const found = await searchTasks(db, nora, "emma", now);
  expect(found?.open.map(({ title }) => title)).toEqual(["Piano lesson Emmy for Emma"]);
});

test("a task keeps the name of the person whom it is about when they leave", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Emma: "child" });
  const bob = await newBob(db, nora);
  const [child, man] = [await newTask(db, nora, "Dentist"), await newTask(db, nora, "Haircut")];
  const emma = await idOf(db, "Emma");
  await chooseAbout(db, nora, { taskId: child, aboutId: emma });
  await chooseAbout(db, nora, { taskId: man, aboutId: await personIdOf(db, bob.userId) });
  await leaveHousehold(db, bob, bob.membershipId);
  await removeFamilyMember(db, nora, emma);
  const pages = [
    await findTaskPage(db, nora, child, false),
    await findTaskPage(db, nora, man, false),
  ];
  expect(pages.map((page) => page?.about?.name)).toEqual(["Emma", "Bob"]);
  const again = await chooseAbout(db, nora, { taskId: man, aboutId: emma });
  expect(again).toEqual({ refused: "That person isn't on your list any more." });
});

test("of two people of one name, none is guessed", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Otto: "child" });
  await db
    .insertInto("people")
    .values({
      id: crypto.randomUUID(),
      household_id: nora.householdId,
      name: "Otto",
      relation: "grandparent",
      created_at: now,
    })
    .execute();
  await addTask(db, nora, { text: "dentist Otto tomorrow at 3pm", now });
  const { about_id } = await db.selectFrom("tasks").select("about_id").executeTakeFirstOrThrow();
  expect(about_id).toBeNull();
});
