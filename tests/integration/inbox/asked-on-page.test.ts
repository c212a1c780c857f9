import type { Kysely } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { changeAsAsked, findAnswer } from "#app/domain/pages/asked.server.ts";
import { undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { undoLastOnPages } from "#app/domain/pages/undo-last.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { completeTask, editTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { noraNumber, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { nameAccount } from "../../support/records/people.ts";

/** It is Wednesday noon in New York. */
async function scene(texts: string[]) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-12T16:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Otto: "partner", Emma: "child" });
  const ids: string[] = [];
  for (const text of texts) ids.push((await addTask(db, nora, { text })).id);
  return {
    db,
    nora,
    ids,
    ask: (text: string, as = nora) => findAnswer(db, as, text, nowIso()),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}

const tasks = [
  "Dentist for Emma on Friday at 3pm",
  "Piano lesson on Saturday at 10am",
  "Trash every Tuesday at 7pm",
];

test.each([
  ["where is the dentist?", ["Dentist for Emma"]],
  ["what's on Saturday", ["Piano lesson"]],
  ["when is piano?", ["Piano lesson"]],
])("“%s” finds %j", async (text, titles) => {
  await using home = await scene(tasks);
  const answer = await home.ask(text);
  expect(answer).toMatchObject({ type: "found", tasks: titles.map((title) => ({ title })) });
});

test.each([
  ["saturday", ["Piano lesson"]],
  ["on Saturday please", ["Piano lesson"]],
  ["friday at 5", ["Dentist for Emma"]],
  ["the 15th", ["Piano lesson"]],
  ["next week", ["Trash"]],
  ["this weekend", ["Piano lesson"]],
])("“%s” alone asks what is on then", async (text, titles) => {
  await using home = await scene(tasks);
  const found = titles.map((title) => ({ title }));
  expect(await home.ask(text)).toMatchObject({ type: "found", tasks: found });
});

test.each(["3pm", "in 2 hours", "um", "ok thanks", "Hey Mila"])(
  "“%s” alone is asked about",
  async (text) => {
    await using home = await scene(tasks);
    expect(await home.ask(text)).toEqual({ type: "empty" });
  },
);

test("what is on a day includes dates of a repeating task that are not open yet", async () => {
  await using home = await scene(["Feed the cat every day at 6pm", ...tasks]);
  expect(await home.ask("what's on Saturday")).toMatchObject({
    type: "found",
    tasks: [{ title: "Piano lesson" }, { title: "Feed the cat" }],
  });
  expect(await home.ask("what's on Sunday")).toMatchObject({
    type: "found",
    tasks: [{ title: "Feed the cat", due: { day: "Sunday" } }],
  });
});

test.each([
  ["what does Emma have on June 22?", ["Ballet"]],
  ["what does Otto have on June 22?", []],
  ["when is ballet on June 22?", ["Ballet"]],
  ["what's on June 22?", ["Ballet", "Feed the cat"]],
])("“%s” finds later dates of %j", async (text, titles) => {
  await using home = await scene([
    "Feed the cat every day at 6pm",
    "Ballet every Saturday at 10am",
  ]);
  const { db, nora, ids } = home;
  const { version } = (await findTask(db, nora, ids[1]!))!;
  const draft = { title: "Ballet", category: "Kids", dueDate: "2041-06-15T10:00" } as const;
  const edit = { ...draft, version, assignee: "Emma", scope: "all" } as const;
  await editTask(db, nora, ids[1]!, edit, nora.timeZone);
  const answer = await home.ask(text);
  expect(answer?.type === "found" ? answer.tasks.map(({ title }) => title) : []).toEqual(titles);
});

test.each(["Call the vet", "Buy milk tomorrow", "cancel Netflix", "undo", "Pick up Emma at 3"])(
  "“%s” is a task",
  async (text) => {
    await using home = await scene(tasks);
    expect(await home.ask(text)).toBeNull();
  },
);

test("what was done is said, and what nobody knows is not found", async () => {
  await using home = await scene(tasks);
  await completeTask(home.db, home.nora, home.ids[0]!);
  expect(await home.ask("where is the dentist?")).toMatchObject({
    type: "done",
    title: "Dentist for Emma",
  });
  expect(await home.ask("where is the hamster?")).toEqual({ type: "nothing", status: "open" });
});

test("what is overdue is found, by its person too", async () => {
  await using home = await scene(["Ask Otto to pay the rent today at 1pm", ...tasks]);
  expect(await home.ask("what's overdue?")).toEqual({ type: "nothing", status: "overdue" });
  vi.setSystemTime("2041-06-14T20:00:00.000Z");
  const found = { type: "found", status: "overdue" };
  const [rent, dentist] = [{ title: "Pay the rent" }, { title: "Dentist for Emma" }];
  for (const text of ["what's overdue?", "overdue", "what did we miss", "show overdue tasks"])
    expect(await home.ask(text)).toMatchObject({ ...found, count: 2, tasks: [rent, dentist] });
  expect(await home.ask("is the rent overdue")).toMatchObject({ type: "found", tasks: [rent] });
});

test("what was done on a day is found, with who did it and when", async () => {
  await using home = await scene(tasks);
  const bob = await newBob(home.db, home.nora);
  await completeTask(home.db, bob, home.ids[0]!);
  vi.setSystemTime("2041-06-13T16:00:00.000Z");
  await completeTask(home.db, home.nora, home.ids[1]!);
  const dentist = {
    title: "Dentist for Emma",
    assignee: "Bob",
    due: { local: "2041-06-12T12:00" },
  };
  for (const text of ["what did we do yesterday", "what got done on Wednesday", "what did Bob do"])
    expect(await home.ask(text)).toMatchObject({
      type: "found",
      status: "done",
      count: 1,
      tasks: [dentist],
    });
  expect(await home.ask("what have we done this week")).toMatchObject({ count: 2 });
  expect(await home.ask("what did we do on Monday")).toEqual({ type: "nothing", status: "done" });
});

test.each([
  ["what did we do yesterday", 2],
  ["what did we get done today", 0],
])(
  "“%s” finds %i things done by a day that begins at midnight in the family's zone",
  async (text, count) => {
    await using home = await scene(tasks);
    vi.setSystemTime("2041-06-12T04:00:00.000Z");
    await completeTask(home.db, home.nora, home.ids[0]!);
    vi.setSystemTime("2041-06-13T03:59:00.000Z");
    await completeTask(home.db, home.nora, home.ids[1]!);
    vi.setSystemTime("2041-06-13T16:00:00.000Z");
    const answer = await home.ask(text);
    expect(answer?.type === "found" ? answer.count : 0).toBe(count);
  },
);

test("“I'll take the trash” offers the task to the writer, and nobody else hears of it", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids, ask } = home;
  const people = await listHouseholdPeople(db, nora.householdId);
  const { id, label } = people.find(({ userId }) => userId === nora.userId)!;
  const option = { action: "assign", person: label, reachesOthers: false };
  const text = "I'll take the trash";
  expect(await ask(text)).toMatchObject({ type: "changes", options: [option] });
  await changeAsAsked(db, nora, { text, taskId: ids[2]! });
  expect(await findTask(db, nora, ids[2]!)).toMatchObject({ assignee_id: id });
});

test("a move from one day to another finds the task of the first day", async () => {
  await using home = await scene([
    "Piano lesson on Thursday at 10am",
    "Piano lesson on Friday at 4pm",
  ]);
  expect(await home.ask("move piano from Friday to Monday")).toMatchObject({
    type: "changes",
    count: 1,
    options: [{ to: expect.stringContaining("4:00 PM") }],
  });
});

test("undo takes back what was done on pages, one after the other, and then what was added", async () => {
  await using home = await scene(["Piano lesson on Saturday at 10am"]);
  const { db, nora, ids } = home;
  const id = ids[0]!;
  const before = await readTask(db, id);
  let minute = 0;
  const later = () => {
    minute += 1;
    vi.setSystemTime(`2041-06-12T16:${String(minute).padStart(2, "0")}:00.000Z`);
  };
  const undo = async () => {
    later();
    return undoLastOnPages(db, nora, nowIso());
  };
  for (const due of ["2041-06-16T10:00", "2041-06-17T10:00"]) {
    later();
    await setDueDate(db, nora, id, due, nora.timeZone);
  }
  later();
  await completeTask(db, nora, id);
  const states = [
    { is_completed: 0, due_local: "2041-06-17T10:00" },
    { is_completed: 0, due_local: "2041-06-16T10:00" },
    before,
    { deleted_at: expect.any(String) },
  ];
  for (const state of states) {
    expect(await undo()).toEqual({ titles: ["Piano lesson"], kept: null });
    expect(await readTask(db, id)).toMatchObject(state);
  }
  expect(await undo()).toEqual({ titles: [], kept: null });
});

test("undo leaves alone what somebody else has changed since, and what is a day old", async () => {
  await using home = await scene(["Piano lesson on Saturday at 10am", "Call the vet"]);
  const { db, nora, ids } = home;
  const bob = await newBob(db, nora);
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  await setDueDate(db, nora, ids[0]!, "2041-06-16T10:00", nora.timeZone);
  vi.setSystemTime("2041-06-12T16:02:00.000Z");
  await setDueDate(db, bob, ids[0]!, "2041-06-17T10:00", nora.timeZone);
  expect(await undoLastOnPages(db, nora, nowIso())).toMatchObject({
    titles: [],
    kept: { title: "Piano lesson", words: expect.stringContaining("Bob moved this") },
  });
  expect(await readTask(db, ids[0]!)).toMatchObject({ due_local: "2041-06-17T10:00" });
  vi.setSystemTime("2041-06-13T17:00:00.000Z");
  expect(await undoLastOnPages(db, nora, nowIso())).toEqual({ titles: [], kept: null });
});

test.each([
  ["move dentist to Thursday", { action: "move", to: expect.stringContaining("3:00 PM") }],
  ["trash is done", { action: "complete", isRepeating: true }],
  ["cancel piano on Saturday", { action: "cancel", isRepeating: false }],
  ["Otto takes the dentist", { action: "assign", person: "Otto", reachesOthers: true }],
])("“%s” shows the change before it is made", async (text, option) => {
  await using home = await scene(tasks);
  expect(await home.ask(text)).toMatchObject({ type: "changes", options: [option] });
});

async function readTask(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("tasks")
    .select(["due_local", "is_completed", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

test.each([
  ["move dentist to Thursday", 0, { due_local: "2041-06-13T15:00" }],
  ["trash is done", 2, { is_completed: 1 }],
  ["cancel piano on Saturday", 1, { deleted_at: expect.any(String) }],
] as const)("“%s” is made at a press, and Undo takes it back", async (text, index, after) => {
  await using home = await scene(tasks);
  const { db, nora, ids } = home;
  const taskId = ids[index]!;
  const before = await readTask(db, taskId);
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  const changed = await changeAsAsked(db, nora, { text, taskId });
  expect(await readTask(db, taskId)).toMatchObject(after);
  const { from, until } = changed as { from: string; until: string };
  expect(await undoAtOnce(db, nora, { from, until })).toMatchObject({
    titles: { length: 1 },
    kept: [],
  });
  expect(await readTask(db, taskId)).toEqual(before);
});

test("“tomorrow” is the day that the page showed, also after midnight", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids } = home;
  const text = "move dentist to tomorrow";
  vi.setSystemTime("2041-06-13T03:58:00.000Z");
  const askedAt = nowIso();
  expect(await home.ask(text)).toMatchObject({ options: [{ to: "Tomorrow · Jun 13, 3:00 PM" }] });
  vi.setSystemTime("2041-06-13T04:01:00.000Z");
  await changeAsAsked(db, nora, { text, taskId: ids[0]!, askedAt, seenDue: "2041-06-14T15:00" });
  expect(await readTask(db, ids[0]!)).toMatchObject({ due_local: "2041-06-13T15:00" });
});

test("what somebody has moved or done since the page was shown stays, and they are named", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids } = home;
  const bob = await newBob(db, nora);
  const press = (text: string, index: number, seenDue: string) =>
    changeAsAsked(db, nora, { text, taskId: ids[index]!, askedAt: nowIso(), seenDue });
  await setDueDate(db, bob, ids[0]!, "2041-06-14T17:00", nora.timeZone);
  expect(await press("move dentist 2 hours later", 0, "2041-06-14T15:00")).toEqual({
    refused: "Bob moved this to Fri, Jun 14 at 5:00 PM.",
  });
  await completeTask(db, bob, ids[1]!);
  expect(await press("piano is done", 1, "2041-06-15T10:00")).toEqual({
    refused: "Bob completed this a moment ago.",
  });
  expect(await readTask(db, ids[0]!)).toMatchObject({ due_local: "2041-06-14T17:00" });
});

test("of several that fit, the chosen one changes, and none that does not fit", async () => {
  await using home = await scene([
    "Piano lesson on Saturday at 10am",
    "Piano lesson on Sunday at 10am",
    "Call the vet",
  ]);
  const { db, nora, ids, ask } = home;
  expect(await ask("move piano to Monday")).toMatchObject({ type: "changes", count: 2 });
  const change = (taskId: string, as: TestFamily = nora) =>
    changeAsAsked(db, as, { text: "move piano to Monday", taskId });
  const refused = { refused: "That task is no longer open." };
  expect(await change(ids[2]!)).toEqual(refused);
  expect(await change(ids[1]!, await newFamily(db))).toEqual(refused);
  expect(await change(ids[1]!)).toMatchObject({ as: "moved" });
  expect(await readTask(db, ids[0]!)).toMatchObject({ due_local: "2041-06-15T10:00" });
  expect(await readTask(db, ids[1]!)).toMatchObject({ due_local: "2041-06-17T10:00" });
  expect(await changeAsAsked(db, nora, { text: "Call the vet", taskId: ids[2]! })).toEqual(refused);
});

test("nobody is told of another household's tasks", async () => {
  await using home = await scene(tasks);
  const others = await newFamily(home.db);
  expect(await home.ask("where is the dentist?", others)).toMatchObject({ type: "nothing" });
});

test("the change that was shown is made, also after midnight", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids, ask } = home;
  vi.setSystemTime("2041-06-13T03:58:00.000Z");
  const [askedAt, text] = [nowIso(), "move dentist to tomorrow"];
  expect(await ask(text)).toMatchObject({ options: [{ to: expect.stringContaining("Jun 13") }] });
  vi.setSystemTime("2041-06-13T04:02:00.000Z");
  await changeAsAsked(db, nora, { text, taskId: ids[0]!, seenDue: "2041-06-14T15:00", askedAt });
  expect(await readTask(db, ids[0]!)).toMatchObject({ due_local: "2041-06-13T15:00" });
});

test("a change of a task that somebody has moved since is not made, and says so", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids } = home;
  const bob = await newBob(db, nora);
  const press = { text: "move dentist two hours later", taskId: ids[0]! };
  const seenDue = "2041-06-14T15:00";
  await changeAsAsked(db, nora, { ...press, seenDue });
  expect(await changeAsAsked(db, nora, { ...press, seenDue })).toEqual({
    refused: "You moved this to Fri, Jun 14 at 5:00 PM.",
  });
  await setDueDate(db, bob, ids[1]!, "2041-06-16T10:00", nora.timeZone);
  const cancel = { text: "cancel piano on Saturday", taskId: ids[1]! };
  expect(await changeAsAsked(db, nora, { ...cancel, seenDue: "2041-06-15T10:00" })).toEqual({
    refused: "Bob moved this to Sun, Jun 16 at 10:00 AM.",
  });
});

test("each of two people of one name can be chosen", async () => {
  await using home = await scene(tasks);
  const { db, nora, ids, ask } = home;
  const facts = { name: "Otto", relation: "sibling", phone: null, email: null } as const;
  expect(await addFamilyMember(db, nora, facts)).toBe("saved");
  const text = "Otto takes the dentist";
  const answer = await ask(text);
  const labels = answer?.type === "changes" ? answer.options.map(({ person }) => person) : [];
  expect(labels).toEqual(["Otto (partner)", "Otto (sibling)"]);
  const chosen = { text, taskId: ids[0]!, person: "Otto (sibling)" };
  expect(await changeAsAsked(db, nora, chosen)).toMatchObject({ as: "given" });
  const found = await ask("who has the dentist?");
  expect(found).toMatchObject({ type: "found", tasks: [{ assignee: "Otto (sibling)" }] });
  expect(await changeAsAsked(db, nora, { text, taskId: ids[0]! })).toEqual({
    refused: "More than one of you is called Otto. Choose in Mila.",
  });
});

test("a later date is found by its day, words and person, on the page and by text", async () => {
  await using home = await scene(["Dishes every day at 8pm, Otto and Emma take turns", ...tasks]);
  const { db, ask } = home;
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(noraNumber), sms_enabled: 1 })
    .execute();
  const thursday = { title: "Dishes", assignee: "Emma", due: { day: "Tomorrow" } };
  for (const text of ["what does Emma have on Thursday?", "who does the dishes on Thursday?"])
    expect(await ask(text)).toMatchObject({ type: "found", count: 1, tasks: [thursday] });
  expect(await ask("what does Otto have on Thursday?")).toMatchObject({ type: "nothing" });
  expect(await talk(db, "who does the dishes on Thursday?")).toBe(
    "Mila: Dishes: tomorrow 8:00 PM. It's Emma's turn.",
  );
  expect(await talk(db, "what's on Saturday?")).toBe(
    "Mila: 2 tasks: Sat, Jun 15 10:00 AM Piano lesson; Sat, Jun 15 8:00 PM Dishes (Emma).",
  );
});

test("whoever gets a task sees it, and is reminded if they have a reminder of it", async () => {
  await using home = await scene(["Dentist for Emma on June 30 at 3pm"]);
  const { db, nora, ids } = home;
  const bob = await newBob(db, nora);
  await db
    .updateTable("user_preferences")
    .set({ reminder_two_days_before: 0, reminder_one_hour_before: 0 })
    .where("user_id", "=", bob.userId)
    .execute();
  await nameAccount(db, nora.userId, "Nora");
  const { id: bobs } = await addTask(db, bob, { text: "Oil change on June 30 at 3pm" });
  await addReminder(db, bob, bobs, { minutesBefore: 60 });
  const give = (text: string, taskId: string) => changeAsAsked(db, nora, { text, taskId });
  expect(await give("Bob takes the dentist", ids[0]!)).toMatchObject({
    given: {
      holds: [{ words: "Bob" }, " has it now"],
      told: [{ words: "Bob" }, " sees it in Mila."],
    },
  });
  expect(await give("Bob takes the oil change", bobs)).toMatchObject({
    given: { told: [{ words: "Bob" }, " will be reminded."] },
  });
  expect(await give("Nora takes the dentist", ids[0]!)).toMatchObject({
    given: { holds: ["You have it now"], told: [] },
  });
});

test.each([
  ["who is away?", "Otto is away until June 15", ["Otto is away until Jun 15"]],
  ["who is gone?", "Until Friday Emma is gone", ["Emma is gone until Jun 14"]],
  ["when is otto back?", "Otto is away until June 15", ["Otto is away until Jun 15"]],
  ["who is away?", "Emma is away on Friday", ["Emma is away (Jun 14)"]],
  ["who is away?", "Otto is away from June 14 to June 20", ["Otto is away Jun 14 to Jun 20"]],
])("“%s” is answered from “%s”", async (question, typed, lines) => {
  await using home = await scene(["Pay the plumber until June 14", typed]);
  expect(await home.ask(question)).toEqual({ type: "away", lines });
});

test("many lessons to come hide no days away", async () => {
  const lessons = Array.from({ length: 21 }, (_, day) => `Piano on July ${day + 1} from 3 to 4pm`);
  await using home = await scene(["Otto is away from June 14 to June 20", ...lessons]);
  const lines = ["Otto is away Jun 14 to Jun 20"];
  expect(await home.ask("who is away?")).toEqual({ type: "away", lines });
});
