import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { saveProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";

/** A Wednesday. */
const now = "2041-06-12T16:00:00.000Z";

/** Each day as "Sunday Jun 9: 9:00 AM Vet (Sam)", without those that have nothing. */
async function shown(db: Kysely<Database>, family: TestFamily, day: string | null = null) {
  const { days } = await findWeekPage(db, family, { day, now });
  expect(days).toHaveLength(7);
  return days.flatMap(({ weekday, tasks }) =>
    tasks.map(({ time, title, who, isCompleted, isLater }) =>
      [`${weekday} ${time} ${title}`, who && `(${who})`, isCompleted && "done", isLater && "later"]
        .filter(Boolean)
        .join(" "),
    ),
  );
}

async function addDated(db: Kysely<Database>, family: TestFamily, text: string, local: string) {
  const { id } = await addTask(db, family, { text, now });
  await setDueDate(db, family, id, local, family.timeZone);
  return id;
}

test.each(["Pacific/Pago_Pago", "America/Los_Angeles", "UTC", "Asia/Kathmandu", "Pacific/Apia"])(
  "in %s a day is the person's own, from midnight to midnight",
  async (zone) => {
    await using own = newDatabase();
    const { db } = own;
    const family = await newFamily(db, {}, zone);
    await addDated(db, family, "Last", "2041-06-15T23:59");
    await addDated(db, family, "First", "2041-06-16T00:00");
    expect(await shown(db, family, "2041-06-15")).toEqual(["Saturday 11:59 PM Last"]);
    expect(await shown(db, family, "2041-06-16")).toEqual(["Sunday 12:00 AM First"]);
    expect(await shown(db, family, "2041-06-22")).toEqual(["Sunday 12:00 AM First"]);
  },
);

test("tasks are listed in the order of time, also in a week in which clocks change", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await addDated(db, family, "Vet", "2041-11-03T09:00");
  await addDated(db, family, "Breakfast", "2041-11-03T07:30");
  const week = await findWeekPage(db, family, { day: "2041-11-06", now });
  expect(week).toMatchObject({
    name: "Nov 3 to 9",
    earlier: "2041-10-27",
    later: "2041-11-10",
    isThisWeek: false,
  });
  expect(await shown(db, family, "2041-11-06")).toEqual([
    "Sunday 7:30 AM Breakfast",
    "Sunday 9:00 AM Vet",
  ]);
});

test("a week begins on the day that its person has set, and is read so", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const { userId, timeZone } = family;
  const names = { firstName: null, lastName: null, role: "mom" } as const;
  const sunday = "2041-06-16T16:00:00.000Z";
  const nextTuesday = async () => {
    const { id } = await addTask(db, family, { text: "Call the vet next Tuesday", now: sunday });
    return (await findTasks(db, [id])).get(id)!.due_local;
  };
  expect(await nextTuesday()).toBe("2041-06-25T12:00");
  await saveProfile(db, userId, { ...names, timeZone, weekStart: 1 });
  const { days } = await findWeekPage(db, family, { day: "2041-06-16", now });
  expect(days.map(({ weekday }) => weekday.slice(0, 2)).join(" ")).toBe("Mo Tu We Th Fr Sa Su");
  expect(days[0]!.date).toBe("2041-06-10");
  expect(await nextTuesday()).toBe("2041-06-18T12:00");
});

test("dates of a repeating task that are not open yet stand there", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await addTask(db, family, { text: "Feed the cat every day at 6pm", now });
  expect(await shown(db, family)).toEqual([
    "Wednesday 6:00 PM Feed the cat",
    "Thursday 6:00 PM Feed the cat later",
    "Friday 6:00 PM Feed the cat later",
    "Saturday 6:00 PM Feed the cat later",
  ]);
  expect(await shown(db, family, "2041-06-16")).toHaveLength(7);
  expect(await shown(db, family, "2041-06-05")).toEqual([]);
});

test("a done date stays, and the next one stands there once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const { id } = await addTask(db, family, { text: "Feed the cat every day at 6pm", now });
  await completeTask(db, family, id);
  const week = await shown(db, family);
  expect(week[0]).toBe("Wednesday 6:00 PM Feed the cat done");
  expect(week).toHaveLength(4);
});

test("whose turn it will be stands there, without who is away then", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"], "each", "FREQ=DAILY");
  const { db, nora, day, idOf } = home;
  const [first, second, third, fourth] = [1, 2, 3, 4].map(day);
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: third!, lastOn: third! });
  const nameOf = async (date: string) => {
    const { days } = await findWeekPage(db, nora, { day: date, now: nowIso() });
    return days.find((one) => one.date === date)!.tasks.map(({ who }) => who);
  };
  expect(await Promise.all([first, second, third, fourth].map((date) => nameOf(date!)))).toEqual([
    ["Sam"],
    ["Nora"],
    ["Sam"],
    ["Nora"],
  ]);
});

test("turns far ahead, which depend on thousands before them, are not worked out", async () => {
  await using home = await inTurns(["Sam", "Nora"], "each", "FREQ=DAILY");
  const week = async (day: string) =>
    (await findWeekPage(home.db, home.nora, { day, now: nowIso() })).days.flatMap(({ tasks }) =>
      tasks.map(({ who }) => who),
    );
  expect(await week(home.day(400))).not.toContain(null);
  expect(await week("2060-06-09")).toEqual(Array.from({ length: 7 }, () => null));
  expect(await week("9999-12-20")).toHaveLength(7);
  expect(await week("9999-12-30")).toEqual([]);
});

test("later turns are known by week, but not by who has done the least", async () => {
  await using home = await inTurns(["Sam", "Nora"], "week");
  const { db, nora, day } = home;
  const later = async () => {
    const weeks = await Promise.all(
      [8, 15, 22].map((days) => findWeekPage(db, nora, { day: day(days), now: nowIso() })),
    );
    return weeks.flatMap(({ days }) => days.flatMap(({ tasks }) => tasks.map(({ who }) => who)));
  };
  expect(await later()).toEqual(["Nora", "Sam", "Nora"]);
  const { id } = await openTask(db, nora);
  const people = [home.idOf("Sam"), home.idOf("Nora")];
  await setTurns(db, nora, id, { who: "people", people, order: "least" });
  expect(await later()).toEqual([null, null, null]);
});

/** Who has each daily date from today on, as the week pages of today say it. */
async function foretold({ db, nora, day }: Awaited<ReturnType<typeof inTurns>>, most: number) {
  const names: (string | null)[] = [];
  for (let days = 1; days <= most; days += 1) {
    const week = await findWeekPage(db, nora, { day: day(days), now: nowIso() });
    const tasks = week.days.find(({ date }) => date === day(days))!.tasks;
    names.push(...tasks.map(({ who }) => who));
  }
  return names;
}

/** Who has each of these dates once it is open, as each is done. */
async function asItGoes({ db, nora }: Awaited<ReturnType<typeof inTurns>>, most: number) {
  const names: (string | null)[] = [];
  for (let count = 0; count < most; count += 1) {
    const { id, assignee } = await openTask(db, nora);
    names.push(assignee);
    await completeTask(db, nora, id);
  }
  return names;
}

test("later turns follow the last one that somebody had, also if the open one is nobody's", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"], "each", "FREQ=DAILY");
  const { db, nora, day, idOf } = home;
  await completeTask(db, nora, (await openTask(db, nora)).id);
  for (const name of ["Nora", "Sam", "Emma"])
    await addAwayDates(db, nora, { person: idOf(name), firstOn: day(2), lastOn: day(2) });
  const expected = ["Nora", null, "Sam", "Emma", "Nora"];
  expect(await foretold(home, 5)).toEqual(expected);
  expect(await asItGoes(home, 4)).toEqual(expected.slice(1));
});

test("days away before the week that is shown count for its turns", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"], "each", "FREQ=DAILY");
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(2), lastOn: day(2) });
  const page = await foretold(home, 16);
  expect(page).toEqual(await asItGoes(home, 16));
});

test("without anybody left to take turns, later dates are whose the task was before", async () => {
  await using home = await inTurns(["Emma"], "each", "FREQ=DAILY");
  const { db, nora, idOf } = home;
  const assigned = { assignee_id: idOf("Sam"), assignee_name: null };
  await db.updateTable("series").set(assigned).execute();
  await removeFamilyMember(db, nora, idOf("Emma"));
  expect((await foretold(home, 3)).slice(1)).toEqual(["Sam", "Sam"]);
  expect((await asItGoes(home, 3)).slice(1)).toEqual(["Sam", "Sam"]);
});

test("nobody sees another household's week", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  await addTask(db, nora, { text: "Feed the cat every day at 6pm", now });
  await addTask(db, nora, { text: "Call the vet", now });
  const others = await newFamily(db);
  expect(await shown(db, others)).toEqual([]);
  const { undated } = await findWeekPage(db, others, { day: null, now });
  expect(undated).toEqual({ tasks: [], count: 0 });
  const hers = await findWeekPage(db, nora, { day: null, now });
  expect(hers.undated).toMatchObject({ tasks: [{ title: "Call the vet" }], count: 1 });
});
