import { expect, test } from "vitest";
import { findChildDays } from "#app/domain/children/child-tasks.server.ts";
import { findFamilyPeople } from "#app/domain/pages/family-people.server.ts";
import { findPersonPage } from "#app/domain/pages/person-page.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { nameAccount } from "../../support/records/people.ts";

/** A Wednesday. */
const now = "2041-06-12T16:00:00.000Z";

/** On Thursday Sam drives to Emma's piano each week, and Emma feeds the cat and packs her bag. */
async function newHome() {
  const own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Sam: "partner", Emma: "child" });
  await nameAccount(db, nora.userId, "Nora");
  const { id: emma } = await db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Emma")
    .executeTakeFirstOrThrow();
  await addTask(db, nora, { text: "Sam: Emma's piano every Thursday at 4pm", now });
  for (const [text, aboutId] of [
    ["feed the cat tomorrow at 6pm", undefined],
    ["pack the bag tomorrow at 7pm", emma],
  ] as const) {
    const { id } = await addTask(db, nora, { text, now });
    await db.updateTable("tasks").set({ assignee_id: emma }).where("id", "=", id).execute();
    await chooseAbout(db, nora, { taskId: id, aboutId });
  }
  return { ...own, nora, emma, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

test("the family page counts what a person does, and apart from it what is about them", async () => {
  await using home = await newHome();
  const { db, nora, emma } = home;
  const { people } = await findFamilyPeople(db, nora, { showsAll: false, now });
  expect(people).toMatchObject([
    { name: "Nora", thisWeek: 0, aboutThisWeek: 0 },
    { name: "Sam", thisWeek: 1, aboutThisWeek: 0 },
    { name: "Emma", thisWeek: 2, aboutThisWeek: 1 },
  ]);
  const week = await findWeekPage(db, nora, { day: null, who: emma, now });
  expect(week.days.flatMap(({ tasks }) => tasks)).toHaveLength(3);
});

test("dates that are not open yet stand under what is about a person, too", async () => {
  await using home = await newHome();
  const { db, nora, emma } = home;
  const nextWeek = "2041-06-19T16:00:00.000Z";
  const page = await findPersonPage(db, nora, emma, nextWeek);
  expect(page!.about.days).toEqual([
    { name: "Thursday, Jun 20", tasks: [expect.objectContaining({ who: "Sam", time: "4:00 PM" })] },
  ]);
  expect(page!.own.days).toEqual([]);
});

test("a child's own page still has only what they do", async () => {
  await using home = await newHome();
  const { db, nora, emma } = home;
  const child = { personId: emma, householdId: nora.householdId, timeZone: nora.timeZone };
  const days = await findChildDays(db, child, now);
  expect(days.flatMap(({ tasks }) => tasks.map(({ title }) => title))).toEqual([
    "Feed the cat",
    "Pack the bag",
  ]);
});
