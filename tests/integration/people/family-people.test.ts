import { expect, test } from "vitest";
import { findFamilyPeople } from "#app/domain/pages/family-people.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { nameAccount } from "../../support/records/people.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { inTurns } from "../../support/records/turns.ts";

/** A Wednesday. */
const now = "2041-06-12T16:00:00.000Z";
const shownAt = { showsAll: false, now };

test("each person's count is what their week shows, with later dates of what repeats", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Sam: "partner", Otto: "sibling" });
  await nameAccount(db, nora.userId, "Nora");
  await addTask(db, nora, { text: "Sam: feed the cat every day at 6pm", now });
  await addTask(db, nora, { text: "Sam: piano on Friday at 4pm", now });
  const done = await addTask(db, nora, { text: "Otto: pack the bag tomorrow", now });
  await completeTask(db, nora, done.id);
  await addTask(db, nora, { text: "Otto: dentist in 2 weeks", now });
  await addTask(db, nora, { text: "call the vet on Friday", now });
  const { people, others } = await findFamilyPeople(db, nora, shownAt);
  expect(people).toMatchObject([
    { name: "Nora", isYou: true, thisWeek: 0 },
    { name: "Sam", isYou: false, thisWeek: 5 },
    { name: "Otto", isYou: false, thisWeek: 0 },
  ]);
  expect(new Set(people.map(({ face }) => face)).size).toBe(3);
  expect(others).toBe(0);
  const weekOf = async (who: string) => {
    const { days, who: shown, undated } = await findWeekPage(db, nora, { day: null, who, now });
    return { shown: shown?.name, titles: days.flatMap(({ tasks }) => tasks), undated };
  };
  const sam = await weekOf(people[1]!.id);
  expect(sam.titles.map(({ title }) => title).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "Feed the cat"),
    "Piano",
  ]);
  expect((await weekOf(people[2]!.id)).titles).toMatchObject([
    { title: "Pack the bag", isCompleted: true },
  ]);
  expect((await weekOf("anyone")).titles).toMatchObject([{ title: "Call the vet" }]);
  const strangers = await newFamily(db, { Zoe: "child" });
  const [zoe] = await db.selectFrom("people").select("id").where("name", "=", "Zoe").execute();
  expect(await weekOf(zoe!.id)).toMatchObject({ shown: undefined });
  expect((await findFamilyPeople(db, strangers, shownAt)).people).toHaveLength(2);
});

test("tasks without a day are those of the person whose week is shown", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Sam: "partner" });
  await addTask(db, nora, { text: "Sam: tidy the desk", now });
  await addTask(db, nora, { text: "cancel Netflix", now });
  const { people } = await findFamilyPeople(db, nora, shownAt);
  const undated = async (who: string | null) => {
    const page = await findWeekPage(db, nora, { day: null, who, now });
    return page.undated.tasks.map(({ title }) => title).toSorted();
  };
  expect(await undated(people[1]!.id)).toEqual(["Tidy the desk"]);
  expect(await undated("anyone")).toEqual(["Cancel Netflix"]);
  expect(await undated(null)).toEqual(["Cancel Netflix", "Tidy the desk"]);
});

test("it says who is away until when, and what each has done this month", async () => {
  await using home = await inTurns(["Sam", "Emma"], "each", "FREQ=DAILY");
  const { db, nora, idOf, day } = home;
  const today = new Date().toISOString();
  const away = (firstOn: string, lastOn: string) =>
    addAwayDates(db, nora, { person: idOf("Emma"), firstOn, lastOn });
  await away(day(-2), day(0));
  await away(day(-1), day(3));
  await away(day(8), day(9));
  const task = await addTask(db, nora, { text: "call the vet" });
  await completeTask(db, nora, task.id);
  const { people } = await findFamilyPeople(db, nora, { showsAll: false, now: today });
  const emma = people.find(({ id }) => id === idOf("Emma"))!;
  const lastDay = new Date(`${day(3)}T12:00Z`);
  const words = lastDay.toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
  });
  expect(emma.awayUntil).toMatch(new RegExp(`^${words}`));
  expect(emma.doneThisMonth).toBe(0);
  expect(people[0]).toMatchObject({ isYou: true, doneThisMonth: 1, awayUntil: null });
});

test("what somebody without an account had to do counts as theirs, whoever ticks it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Sam: "partner" });
  for (const text of ["Sam: oil change", "call the vet"])
    await completeTask(db, nora, (await addTask(db, nora, { text })).id);
  const today = { showsAll: false, now: new Date().toISOString() };
  const { people } = await findFamilyPeople(db, nora, today);
  expect(people.map(({ doneThisMonth }) => doneThisMonth)).toEqual([1, 1]);
});

test("two of one name are told apart, and whoever left is not there", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Otto: "sibling", "otto ": "other", Leo: "child" });
  const leo = await db.selectFrom("people").select("id").where("name", "=", "Leo").execute();
  await removeFamilyMember(db, nora, leo[0]!.id);
  const { people } = await findFamilyPeople(db, nora, shownAt);
  expect(people).toHaveLength(3);
  expect(new Set(people.map(({ name }) => name)).size).toBe(3);
});

test("a hundred people take no more queries than two, and the page shows the first", async () => {
  await using own = newDatabase();
  const { db } = own;
  const names = Array.from({ length: 100 }, (_, index) => [`Person ${index}`, "other"] as const);
  const alone = await newFamily(db);
  const many = await newFamily(db, Object.fromEntries(names));
  const counts = await Promise.all(
    [alone, many].map(async (family) => {
      const run = (watched: typeof db) => findFamilyPeople(watched, family, shownAt);
      return (await captureQueries(db, run)).length;
    }),
  );
  expect(counts[0]).toBe(counts[1]);
  const { people, others } = await findFamilyPeople(db, many, shownAt);
  expect([people.length, others]).toEqual([12, 89]);
  const all = await findFamilyPeople(db, many, { showsAll: true, now });
  expect([all.people.length, all.others]).toEqual([101, 0]);
});
