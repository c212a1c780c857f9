import { nowIso } from "#app/domain/core/time.ts";
import { nextDays } from "#app/domain/tasks/due/date-presets.server.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  changeSelected,
  type AtOnce,
  undoAtOnce,
} from "#app/domain/pages/change-at-once.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { noraNumber, talk } from "../../support/messages/talk.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";
import { openTask as openOne } from "../../support/records/turns.ts";

const zone = "America/New_York";

/** It is Wednesday noon; the vet was due on Monday at 3 PM, the trash on Tuesday at 7 PM. */
async function scene() {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-10T12:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const vet = (await addTask(db, nora, { text: "Call the vet at 3pm today" })).id;
  const trash = (await addTask(db, nora, { text: "Trash every month on the 11th at 7pm" })).id;
  const before = [
    { id: vet, seenDue: "2041-06-10T15:00" },
    { id: trash, seenDue: "2041-06-11T19:00" },
  ];
  vi.setSystemTime("2041-06-12T16:00:00.000Z");
  const rows = () =>
    db
      .selectFrom("tasks")
      .select(["id", "due_local", "is_completed", "deleted_at"])
      .where("id", "in", [vet, trash])
      .orderBy("due_local")
      .execute();
  return {
    db,
    nora,
    vet,
    trash,
    before,
    rows,
    change: (choice: AtOnce) => changeSelected(db, nora, before, choice),
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}

const open = { is_completed: 0, deleted_at: null };
const asBefore = [
  { ...open, due_local: "2041-06-10T15:00" },
  { ...open, due_local: "2041-06-11T19:00" },
];

test("several overdue tasks move to one day with their times, and one Undo reverts it", async () => {
  await using home = await scene();
  const { db, nora, rows } = home;
  const changed = await home.change({ date: "2041-06-15" });
  expect(changed.count).toBe(2);
  expect(await rows()).toMatchObject([
    { due_local: "2041-06-15T15:00" },
    { due_local: "2041-06-15T19:00" },
  ]);
  expect(await undoAtOnce(db, nora, changed)).toMatchObject({ titles: { length: 2 }, kept: [] });
  expect(await rows()).toMatchObject(asBefore);
});

test("a move names the later dates of a repeating task that it replaces", async () => {
  await using home = await scene();
  expect((await home.change({ date: "2041-06-15" })).replacing).toEqual([]);
  const moved = home.before.map((task) => ({
    ...task,
    seenDue: `2041-06-15${task.seenDue.slice(10)}`,
  }));
  const { replacing } = await changeSelected(home.db, home.nora, moved, { date: "2041-07-11" });
  expect(replacing).toEqual([{ title: "Trash", words: "It replaces the one on Thu, Jul 11." }]);
});

test.each([
  ["done", { is_completed: 1, deleted_at: null }],
  ["delete", { is_completed: 0, deleted_at: expect.any(String) }],
] as const)("one Undo takes back “%s” of them all", async (choice, hidden) => {
  await using home = await scene();
  const { db, nora, rows } = home;
  const changed = await home.change(choice);
  expect(changed.count).toBe(2);
  expect(await rows()).toMatchObject([hidden, hidden]);
  expect(await undoAtOnce(db, nora, changed)).toMatchObject({ titles: { length: 2 }, kept: [] });
  expect(await rows()).toMatchObject(asBefore);
});

test("what somebody has changed since stays, before and after", async () => {
  await using home = await scene();
  const { db, nora, vet, rows } = home;
  const bob = await newBob(db, nora);
  await setDueDate(db, bob, vet, "2041-06-20T09:00", zone);
  const changed = await home.change("done");
  expect(changed.count).toBe(1);
  expect(await rows()).toMatchObject([{ is_completed: 1 }, { due_local: "2041-06-20T09:00" }]);

  await home.change({ date: "2041-06-15" });
  vi.setSystemTime("2041-06-12T16:05:00.000Z");
  const moved = await changeSelected(db, nora, [{ id: vet, seenDue: "2041-06-20T09:00" }], {
    date: "2041-06-15",
  });
  await completeTask(db, bob, vet);
  await setDueDate(db, bob, vet, "2041-06-21T09:00", zone);
  const kept = [{ title: "Call the vet", words: "Bob completed this a moment ago" }];
  expect(await undoAtOnce(db, nora, moved)).toEqual({ titles: [], kept });
});

test("Undo of a move leaves what somebody has done or moved since, and says who", async () => {
  await using home = await scene();
  const { db, nora, vet, trash, rows } = home;
  const bob = await newBob(db, nora);
  const moved = await home.change({ date: "2041-06-15" });
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  await completeTask(db, bob, vet);
  await setDueDate(db, bob, trash, "2041-06-16T19:00", zone);
  vi.setSystemTime("2041-06-12T16:02:00.000Z");
  const { titles, kept } = await undoAtOnce(db, nora, moved);
  expect(titles).toEqual([]);
  expect(kept.toSorted((one, other) => one.title.localeCompare(other.title))).toEqual([
    { title: "Call the vet", words: "Bob completed this a moment ago" },
    { title: "Trash", words: "Bob moved this to Sun, Jun 16 at 7:00 PM" },
  ]);
  expect(await rows()).toMatchObject([
    { due_local: "2041-06-15T15:00", is_completed: 1 },
    { due_local: "2041-06-16T19:00" },
  ]);
});

test("a second press of Undo changes nothing, and accuses nobody", async () => {
  await using home = await scene();
  const { db, nora, rows } = home;
  const changed = await home.change("done");
  await undoAtOnce(db, nora, changed);
  expect(await undoAtOnce(db, nora, changed)).toEqual({ titles: [], kept: [] });
  expect(await rows()).toMatchObject(asBefore);
});

test("Undo says that the next one has begun, and leaves the one that was done", async () => {
  await using home = await scene();
  const { db, nora, trash } = home;
  const bob = await newBob(db, nora);
  const changed = await home.change("done");
  const next = await openOne(db, nora);
  await completeTask(db, bob, next.id);
  expect(await undoAtOnce(db, nora, changed)).toEqual({
    titles: ["Call the vet"],
    kept: [{ title: "Trash", words: "Bob completed the next one, so this one stays as it is" }],
  });
  expect(trash).not.toBe(next.id);
});

test("a task that somebody has done, or was asked for, since it was moved keeps its day", async () => {
  await using own = newDatabase();
  const { db } = own;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-12T16:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const ids: string[] = [];
  for (const title of ["Vet", "Rent", "Oil"]) {
    const id = await newTask(db, nora, title);
    await setDueDate(db, nora, id, "2041-06-11T15:00", zone);
    ids.push(id);
  }
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  const chosen = ids.map((id) => ({ id, seenDue: "2041-06-11T15:00" }));
  const moved = await changeSelected(db, nora, chosen, { date: "2041-06-15" });
  vi.setSystemTime("2041-06-12T16:02:00.000Z");
  await completeTask(db, bob, ids[0]!);
  await answerAs(db, await sendRequest(db, nora, ids[1]!), "accept");
  expect(await undoAtOnce(db, nora, moved)).toMatchObject({
    titles: ["Oil"],
    kept: [
      { title: "Rent", words: "Somebody was asked for this since" },
      { title: "Vet", words: "Bob completed this a moment ago" },
    ],
  });
  const rows = await findTasks(db, ids);
  expect(ids.map((id) => rows.get(id)!.due_local)).toEqual([
    "2041-06-15T15:00",
    "2041-06-15T15:00",
    "2041-06-11T15:00",
  ]);
});

test("a turn that a day passed on is back with its person once that day is taken back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-10T12:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, idOf } = home;
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(noraNumber), sms_enabled: 1 })
    .execute();
  await addAwayDates(db, nora, {
    person: idOf("Nora"),
    firstOn: "2041-06-15",
    lastOn: "2041-06-15",
  });
  const { id } = await openTask(db, nora);
  const assignee = async () => (await openTask(db, nora)).assignee;
  vi.setSystemTime("2041-06-12T16:00:00.000Z");
  const seen = [{ id, seenDue: "2041-06-11T19:00" }];
  const moved = await changeSelected(db, nora, seen, { date: "2041-06-15" });
  expect(await assignee()).toBe("Sam");
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  await undoAtOnce(db, nora, moved);
  expect(await assignee()).toBe("Nora");

  await talk(db, "move the trash to Saturday");
  expect(await assignee()).toBe("Sam");
  await talk(db, "undo");
  expect(await assignee()).toBe("Nora");
});

test("the day is the viewer's, for a task with the time of another zone too", async () => {
  await using home = await scene();
  const { db, nora, vet, rows } = home;
  await setDueDate(db, nora, vet, "2041-06-12T09:00", "Asia/Tokyo");
  vi.setSystemTime("2041-06-12T16:01:00.000Z");
  const changed = await changeSelected(db, nora, [{ id: vet, seenDue: "2041-06-12T09:00" }], {
    date: "2041-06-13",
  });
  // It was at 8 PM in New York.
  expect(await rows()).toMatchObject([{}, { id: vet, due_local: "2041-06-14T09:00" }]);
  await undoAtOnce(db, nora, changed);
  expect(await rows()).toMatchObject([{}, { id: vet, due_local: "2041-06-12T09:00" }]);
});

test("Undo takes back nobody else's changes, and nothing of more than ten minutes", async () => {
  await using home = await scene();
  const { db, nora, rows } = home;
  const bob = await newBob(db, nora);
  const { from } = await home.change({ date: "2041-06-15" });
  const times = { from, until: "2041-06-13T16:00:00.000Z" };
  expect(await undoAtOnce(db, bob, times)).toMatchObject({ titles: [] });
  expect(await undoAtOnce(db, await newFamily(db), times)).toMatchObject({ titles: [] });
  const early = { from: "2041-06-12T15:00:00.000Z", until: times.until };
  expect(await undoAtOnce(db, nora, early)).toMatchObject({ titles: [] });
  expect(await rows()).toMatchObject([
    { due_local: "2041-06-15T15:00" },
    { due_local: "2041-06-15T19:00" },
  ]);
});

test.each([
  ["2041-06-12T16:00:00.000Z", "2041-06-13", "2041-06-15"],
  // A Friday: tomorrow is the weekend already.
  ["2041-06-14T16:00:00.000Z", "2041-06-15", null],
  ["2041-06-15T16:00:00.000Z", "2041-06-16", null],
  // Sunday evening, when it is Monday in London.
  ["2041-06-17T01:00:00.000Z", "2041-06-17", null],
])("at %s tomorrow is %s and the weekend %s", (now, tomorrow, weekend) => {
  expect(nextDays(now, zone)).toEqual({ tomorrow, weekend });
});

test.for(["on the page", "by text"] as const)(
  "Undo %s brings a task back to a time that the clocks skip",
  async (way) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-03-08T17:00:00.000Z") });
    onTestFinished(() => void vi.useRealTimers());
    await using own = newDatabase();
    const { db } = own;
    const nora = await newFamily(db);
    await db
      .updateTable("user_preferences")
      .set({ ...confirmedPhone(noraNumber), sms_enabled: 1 })
      .execute();
    const first = await addTask(db, nora, { text: "Feed the cat every day at 2:30am" });
    await completeTask(db, nora, first.id);
    const due = async () => {
      const { due_local, due_date, due_time_zone } = await openOne(db, nora);
      return { due_local, due_date, due_time_zone };
    };
    const before = await due();
    expect(before.due_local).toBe("2041-03-10T02:30");
    expect(before.due_date).toBe("2041-03-10T07:30:00.000Z");
    vi.setSystemTime("2041-03-10T16:00:00.000Z");
    const chosen = [{ id: (await openOne(db, nora)).id, seenDue: "2041-03-10T02:30" }];
    const [move, undo] =
      way === "by text"
        ? [() => talk(db, "Move feed the cat to Tuesday"), () => talk(db, "UNDO")]
        : [
            () => changeSelected(db, nora, chosen, { date: "2041-03-12" }),
            () => undoAtOnce(db, nora, { from: nowIso(), until: nowIso() }),
          ];
    await move();
    expect((await due()).due_local).toContain("2041-03-12");
    await undo();
    expect(await due()).toEqual(before);
  },
);
