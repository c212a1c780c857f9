import type { Kysely } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { listItems } from "#app/domain/lists/items.server.ts";
import { shoppingId } from "#app/domain/lists/limits.ts";
import { changeAsAsked, findAnswer } from "#app/domain/pages/asked.server.ts";
import { findHome } from "#app/domain/pages/home.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { openPlace } from "#app/domain/tasks/lists/home-input.ts";
import { action } from "#app/routes/dashboard/dashboard.tsx";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { prepare } from "../../support/product/prepare.ts";
import { noraNumber, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

/** A mother's two weeks, as she types them, with the tasks that they are. */
const added: Record<string, string[]> = {
  "pick up emma at 3 tomorrow": ["Pick up Emma · 2026-11-27T15:00 · Kids · about Emma"],
  "dentist leo thursday 4pm": ["Dentist Leo · 2026-11-26T16:00 · Kids · about Leo"],
  "ben: oil change saturday": ["Oil change · 2026-11-28 · Household · by Ben"],
  "milk, eggs, bread and butter": [],
  "we're out of diapers": [],
  "call oma every sunday at 11": [
    "Call Oma · 2026-11-29T11:00 · Elders · about Oma · FREQ=WEEKLY;BYDAY=SU",
  ],
  "soccer practice leo mon and wed 4:30": [
    "Soccer practice Leo · 2026-11-30T16:30 · Kids · about Leo",
    "Soccer practice Leo · 2026-12-02T16:30 · Kids · about Leo",
  ],
  "vet for luna dec 4 3:15pm": ["Vet for luna · 2026-12-04T15:15 · Household"],
  "cancel netflix": ["Cancel Netflix · Household"],
  "email teacher about leos reading": ["Email teacher about Leo's reading · Kids · about Leo"],
  "mia sleepover at sofies friday 6pm": [
    "Mia sleepover at sofies · 2026-11-27T18:00 · Kids · about Mia",
  ],
  "lunch money for mia monday": ["Lunch money for Mia · 2026-11-30 · Kids · about Mia"],
  "parent teacher conference dec 2 6:30pm": ["Parent teacher conference · 2026-12-02T18:30 · Kids"],
  "renew library books": ["Renew library books · Kids"],
  "school play costume due next friday": ["School play costume · 2026-12-04 · Kids"],
  "winter boots for emma": ["Winter boots for Emma · Kids · about Emma"],
  "walk the dog at 7": ["Walk the dog · 2026-11-26T19:00 · Household"],
  "pick up moms prescription at cvs": ["Pick up moms prescription at CVS · Elders"],
  "book flights for christmas": ["Book flights for Christmas · 2026-12-25 · Household"],
  "register emma for summer camp before jan 15": [
    "Register Emma for summer camp · 2027-01-15 · Kids · about Emma",
  ],
  "trash out every tuesday 7pm": [
    "Trash out · 2026-12-01T19:00 · Household · FREQ=WEEKLY;BYDAY=TU",
  ],
  "piano lesson mia every tuesday at 5": [
    "Piano lesson Mia · 2026-12-01T17:00 · Kids · about Mia · FREQ=WEEKLY;BYDAY=TU",
  ],
  "remind ben to call the bank tomorrow": ["Call the bank · 2026-11-27 · Household · by Ben"],
  "oma's pills every day at 8": [
    "Oma's pills · 2026-11-27T08:00 · Elders · about Oma · FREQ=DAILY",
  ],
  "haircut leo sometime next week": ["Haircut Leo · 2026-11-30 · Kids · about Leo"],
  "date night with ben on the 12th at 7:30pm": [
    "Date night with Ben · 2026-12-12T19:30 · Household",
  ],
  "add wrapping paper to the shopping list": [],
};

const people = {
  Ben: "spouse",
  Emma: "child",
  Leo: "child",
  Mia: "child",
  Oma: "grandparent",
} as const;

/** It is Thursday, 9 AM in New York. Anna is reminded an hour before. */
async function newHome() {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T14:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const own = newDatabase();
  const { db } = own;
  const anna = await newFamily(db, people);
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(noraNumber), sms_enabled: 1, reminder_one_hour_before: 1 })
    .where("user_id", "=", anna.userId)
    .execute();
  const type = async (text: string) => {
    vi.setSystemTime(Date.now() + 1_000);
    const fields = { text, asks: "here" };
    const sent = await routeArgs(db, { path: "/dashboard", ...anna, fields });
    const answer = (await action(sent)) as Response;
    const asked = new URL(answer.headers.get("Location")!, "http://mila.test").searchParams;
    return asked.has("asked") ? findAnswer(db, anna, text, nowIso()) : null;
  };
  const chat = async (text: string) => {
    vi.setSystemTime(Date.now() + 1_000);
    return talk(db, text);
  };
  return { ...own, db, anna, type, chat, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

/** Presses the button of the only change that a typed text can mean. */
async function pressOnly(db: Kysely<Database>, anna: TestFamily, text: string) {
  const answer = await findAnswer(db, anna, text, nowIso());
  if (answer?.type !== "changes") throw new Error(`“${text}” offers no change`);
  expect(answer.options).toHaveLength(1);
  const [{ id, due }] = answer.options as [(typeof answer.options)[number]];
  return changeAsAsked(db, anna, { text, taskId: id, seenDue: due?.local ?? "" });
}

/** The open tasks, in the order in which they were added. */
async function readTasks(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .leftJoin("people as doer", "doer.id", "tasks.assignee_id")
    .leftJoin("people as about", "about.id", "tasks.about_id")
    .leftJoin("series_occurrences", "series_occurrences.task_id", "tasks.id")
    .leftJoin("series", "series.id", "series_occurrences.series_id")
    .select(["tasks.title", "due_local", "due_has_time", "tasks.category", "rule"])
    .select(["doer.name as doer", "about.name as about"])
    .where("is_ahead", "=", 0)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("tasks.created_at")
    .orderBy("due_local")
    .execute();
  return rows.map(({ title, due_local, due_has_time, category, doer, about, rule }) =>
    [
      title,
      due_has_time ? due_local : due_local?.slice(0, 10),
      category,
      doer && `by ${doer}`,
      about && `about ${about}`,
      rule,
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

const readItems = async (db: Kysely<Database>, anna: TestFamily) =>
  (await listItems(db, anna, shoppingId)).map(({ name }) => name);

const items = ["Milk", "Eggs", "Bread", "Butter", "Diapers", "Wrapping paper"];

test("each of them becomes its tasks or items, typed on Home", async () => {
  await using home = await newHome();
  for (const text of Object.keys(added)) await home.type(text);
  expect(await readTasks(home.db)).toEqual(Object.values(added).flat());
  expect(await readItems(home.db, home.anna)).toEqual(items);
});

test("each of them becomes the same tasks and items by text message", async () => {
  await using home = await newHome();
  for (const text of Object.keys(added)) await home.chat(text);
  expect(await readTasks(home.db)).toEqual(Object.values(added).flat());
  expect(await readItems(home.db, home.anna)).toEqual(items);
});

test("what she asks is answered, and what she changes is changed, typed on Home", async () => {
  await using home = await newHome();
  const { db, anna, type } = home;
  for (const text of Object.keys(added)) await type(text);
  expect(await type("where is that thing about the dentist")).toMatchObject({
    type: "found",
    tasks: [{ title: "Dentist Leo" }],
  });
  const saturday = await type("what's on saturday");
  expect(saturday).toMatchObject({
    type: "found",
    tasks: [{ title: "Oil change" }, { title: "Oma's pills" }],
  });
  for (const text of [
    "move dentist to friday at 5",
    "the oil change is done",
    "cancel piano next week",
    "ben takes the vet",
  ])
    await pressOnly(db, anna, text);
  const changed = await readTasks(db);
  expect(changed).toContain("Dentist Leo · 2026-11-27T17:00 · Kids · about Leo");
  expect(changed.filter((task) => /Oil change/.test(task))).toEqual([]);
  expect(changed.filter((task) => /Piano/.test(task))).toEqual([
    "Piano lesson Mia · 2026-12-08T17:00 · Kids · about Mia · FREQ=WEEKLY;BYDAY=TU",
  ]);
  expect(changed).toContain("Vet for luna · 2026-12-04T15:15 · Household · by Ben");
  await type("undo");
  expect(await readTasks(db)).toContain("Vet for luna · 2026-12-04T15:15 · Household");
});

test("what she asks is answered, and what she changes is changed, by text message", async () => {
  await using home = await newHome();
  const { db, chat } = home;
  for (const text of Object.keys(added)) await chat(text);
  expect(await chat("where is that thing about the dentist")).toContain("Dentist Leo");
  expect(await chat("what's on saturday")).toMatch(/Oil change.*Oma's pills/s);
  await chat("move dentist to friday at 5");
  await chat("the oil change is done");
  await chat("cancel piano next week");
  expect(await chat("ben takes the vet")).toContain('Give "Vet for luna" to Ben?');
  await chat("yes");
  const changed = await readTasks(db);
  expect(changed).toContain("Dentist Leo · 2026-11-27T17:00 · Kids · about Leo");
  expect(changed.filter((task) => /Oil change/.test(task))).toEqual([]);
  expect(changed.filter((task) => /Piano/.test(task))).toEqual([
    "Piano lesson Mia · 2026-12-08T17:00 · Kids · about Mia · FREQ=WEEKLY;BYDAY=TU",
  ]);
  expect(changed).toContain("Vet for luna · 2026-12-04T15:15 · Household · by Ben");
  await chat("undo");
  expect(await readTasks(db)).toContain("Vet for luna · 2026-12-04T15:15 · Household");
});

test("cards, the week, reminders and the summary show them", async () => {
  await using home = await newHome();
  const { db, anna, type } = home;
  for (const text of Object.keys(added)) await type(text);
  const now = nowIso();

  const { tasks } = await findHome(db, anna, now, openPlace("area"));
  const card = (title: string) => tasks.find((task) => task.title === title);
  expect(tasks).toHaveLength(Object.values(added).flat().length);
  expect(card("Oil change")).toMatchObject({ assignee: "Ben", due: { hasTime: false } });
  // The title names her.
  expect(card("Pick up Emma")).toMatchObject({ about: null, remindsAt: "Nov 27, 2:00 PM" });

  const titlesOf = async (day: string, who: string | null = null) => {
    const { days } = await findWeekPage(db, anna, { day, who, now });
    const ofDays = days.map(({ date, tasks: own }) => [
      date.slice(5),
      own.map(({ time, title }) => [time, title].filter(Boolean).join(" ")),
    ]);
    return Object.fromEntries(ofDays);
  };
  const pills = "8:00 AM Oma's pills";
  expect(await titlesOf("2026-12-02")).toEqual({
    "11-29": [pills, "11:00 AM Call Oma"],
    "11-30": ["Haircut Leo", "Lunch money for Mia", pills, "4:30 PM Soccer practice Leo"],
    "12-01": [pills, "5:00 PM Piano lesson Mia", "7:00 PM Trash out"],
    "12-02": [pills, "4:30 PM Soccer practice Leo", "6:30 PM Parent teacher conference"],
    "12-03": [pills],
    "12-04": ["School play costume", pills, "3:15 PM Vet for luna"],
    "12-05": [pills],
  });
  const { people: faces } = await findWeekPage(db, anna, { day: null, now });
  const ben = faces.find(({ name }) => name === "Ben")!;
  expect(await titlesOf("2026-11-26", ben.id)).toMatchObject({
    "11-27": ["Call the bank"],
    "11-28": ["Oil change"],
  });

  // Ben has no account.
  const reminders = await db
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select(["tasks.title", "reminders.user_id"])
    .where("status", "=", "pending")
    .execute();
  expect(reminders).toContainEqual({ title: "Call the bank", user_id: anna.userId });
  expect(reminders).toContainEqual({ title: "Vet for luna", user_id: anna.userId });

  vi.setSystemTime("2026-11-27T12:00:00.000Z");
  const summary = { kind: "daily_summary", channel: "email", userId: anna.userId } as const;
  await db.updateTable("user_preferences").set({ daily_summary_enabled: 1 }).execute();
  const [message] = await prepare(db, [{ ...summary, subjectId: "2026-11-27" }], nowIso());
  expect(message).toMatchObject({
    message: {
      email: {
        subject: "Today: 4 tasks, 2 overdue",
        body: [
          { heading: "Overdue" },
          ["Dentist Leo, yesterday at 4:00 PM", "Walk the dog, yesterday at 7:00 PM"],
          { heading: "Today" },
          [
            "Oma's pills, 8:00 AM",
            "Call the bank (Ben)",
            "Pick up Emma, 3:00 PM",
            "Mia sleepover at sofies, 6:00 PM",
          ],
          { heading: "Coming up" },
          expect.arrayContaining([
            "Oil change, tomorrow (Ben)",
            "Lunch money for Mia, Mon, Nov 30",
            "Trash out, Tue, Dec 1 at 7:00 PM",
          ]),
        ],
      },
    },
  });
});
