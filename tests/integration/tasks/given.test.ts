import type { Kysely } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { chooseWho } from "#app/domain/pages/who.server.ts";
import { giveBack } from "#app/domain/pages/asked.server.ts";
import { notificationSettings } from "#app/domain/preferences/input.ts";
import { saveNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { completeTask, deleteTask, editTask } from "#app/domain/tasks/changing/task.server.ts";
import { taskDraft } from "#app/domain/tasks/input.ts";
import type { Database } from "#db/schema.ts";
import { textMila } from "../../support/messages/by-text.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { personIdOf } from "../../support/records/people.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Nora and Bob have accounts and get texts. `heard` sends what waits, and lists what Bob got. */
async function newHome() {
  const texting = await startTexting(newDatabase());
  const { db, sendDue, textsTo } = texting;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const bobId = await personIdOf(db, bob.userId);
  const taskId = await newTask(db, nora);
  const give = async (personId: string | undefined, by = nora) => {
    const changed = await chooseWho(db, by, { taskId, personId });
    if (!changed || "refused" in changed) throw new Error("The task was not given");
    const { id, version } = changed.task;
    const { assignee, hadTurn = false, requestId } = changed.before;
    return { taskId: id, version, assignee, hadTurn, requestId };
  };
  const heard = async (to = bobsPhone) => {
    await db
      .updateTable("deliveries")
      .set({ not_before: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "ready")
      .where("kind", "!=", "reminder")
      .execute();
    await sendDue();
    return textsTo(to).filter((text) => text.includes("gave you"));
  };
  return { ...texting, nora, bob, bobId, taskId, give, heard };
}

const makeSpouse = ({ db, bobId }: { db: Kysely<Database>; bobId: string }) =>
  db
    .updateTable("people")
    .set({ relation: "spouse", phone: bobsPhone })
    .where("id", "=", bobId)
    .execute();

const lateIn2026 = "2026-12-01T15:00:00.000Z";

const told = "Nora gave you: Pick up Emma, Fri, Jun 10, 2101 at 3:00 PM.";

test("who is given a task hears of it once, two minutes later, and not who takes it", async () => {
  await using home = await newHome();
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = nowIso();
  await home.give(home.bobId);
  await home.give(home.bobId);
  const heardAfter = async (seconds: number) => {
    vi.setSystemTime(laterBy(now, { seconds }));
    await home.sendDue();
    return home.textsTo(bobsPhone);
  };
  expect(await heardAfter(110)).toEqual([]);
  expect(await heardAfter(130)).toEqual([told]);
  await home.give(undefined);
  await home.give(home.bobId, home.bob);
  expect(await heardAfter(1000)).toEqual([told]);
});

test("nobody hears of a task that was given by a slip and taken back", async () => {
  await using home = await newHome();
  const given = await home.give(home.bobId);
  await giveBack(home.db, home.nora, given);
  expect(await home.heard()).toEqual([]);
});

test("who had a task, lost it and got it back at once hears nothing, and later does", async () => {
  await using home = await newHome();
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = nowIso();
  await home.give(home.bobId);
  expect(await home.heard()).toEqual([told]);
  vi.setSystemTime(laterBy(now, { hours: 1 }));
  const alex = home.nora.alex;
  await giveBack(home.db, home.nora, await home.give(alex));
  expect(await home.heard()).toEqual([told]);
  await home.give(alex);
  vi.setSystemTime(laterBy(now, { hours: 2 }));
  await home.give(home.bobId);
  expect(await home.heard()).toEqual([told, told]);
});

test("changes in quick succession are one message, from whoever made the last", async () => {
  await using home = await newHome();
  await home.give(home.bobId);
  await home.give(home.nora.alex);
  await home.give(home.bobId);
  await home.give(undefined);
  await home.give(home.bobId);
  expect(await home.heard()).toEqual([told]);
});

test("a task that is added for somebody tells them, whatever it was added by", async () => {
  await using home = await newHome();
  const { db, nora } = home;
  await makeSpouse(home);
  vi.useFakeTimers({ toFake: ["Date"] });
  const draft = { title: "Call the bank", category: "Household", assignee: "bob" } as const;
  const ways = [
    () => addTask(db, nora, { text: "Bob: oil change on June 11 2101 at 9am" }),
    () => textMila(db, "Bob: buy stamps on June 12 2101 at 9am", phones.nora),
    () => saveDrafts(db, nora, { drafts: [draft], requestId: "a-form-of-a-page" }),
  ];
  for (const [index, add] of ways.entries()) {
    vi.setSystemTime(laterBy(lateIn2026, { minutes: index }));
    await add();
  }
  vi.setSystemTime(laterBy(lateIn2026, { hours: 1 }));
  expect(new Set(await home.heard())).toEqual(
    new Set([
      "Nora gave you: Oil change, Sat, Jun 11, 2101 at 9:00 AM.",
      "Nora gave you: Buy stamps, Sun, Jun 12, 2101 at 9:00 AM.",
      "Nora gave you: Call the bank.",
    ]),
  );
});

test("many tasks given at once are one message, without those that were taken back", async () => {
  await using home = await newHome();
  const { db, nora, bobId } = home;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(lateIn2026);
  const titles = ["Bank", "Dentist", "Stamps", "Vet", "Ferns"];
  const given = [];
  for (const title of titles) {
    const taskId = await newTask(db, nora, title);
    const changed = await chooseWho(db, nora, { taskId, personId: bobId });
    if (!changed || "refused" in changed) throw new Error("The task was not given");
    const { before, task } = changed;
    given.push({ taskId, version: task.version, ...before, hadTurn: false });
  }
  await giveBack(db, nora, given[0]!);
  vi.setSystemTime(laterBy(lateIn2026, { minutes: 3 }));
  await home.sendDue();
  await home.sendDue();
  expect(await home.heard()).toEqual(["Nora gave you 4 tasks: Dentist, Stamps, Vet and 1 more."]);
  const reasons = await db
    .selectFrom("deliveries")
    .select("reason")
    .where("kind", "=", "task_given")
    .where("state", "=", "cancelled")
    .execute();
  expect(reasons.map(({ reason }) => reason)).toEqual(Array(4).fill("together"));
});

test("the edit form and a text tell who gets a task, and say whom it is about", async () => {
  await using home = await newHome();
  const { db, nora, taskId } = home;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(lateIn2026);
  const emma = await db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Emma")
    .executeTakeFirstOrThrow();
  const sent = { version: "1", title: "Dentist", category: "Kids", aboutId: emma.id };
  const draft = taskDraft.parse({ ...sent, assignee: "Bob", dueDate: "2101-06-10T15:00" });
  expect(await editTask(db, nora, taskId, draft, nora.timeZone)).toBe("saved");
  expect(await home.heard()).toEqual([
    "Nora gave you: Dentist for Emma, Fri, Jun 10, 2101 at 3:00 PM.",
  ]);
  await home.give(undefined);
  vi.setSystemTime(laterBy(lateIn2026, { hours: 1 }));
  await textMila(db, "Bob takes the dentist", phones.nora);
  await textMila(db, "yes", phones.nora);
  expect(await home.heard()).toHaveLength(2);
});

test("who was asked, and then given the task by hand or said yes, hears it from the request alone", async () => {
  await using home = await newHome();
  const { db, nora, taskId, bobId } = home;
  await makeSpouse(home);
  const request = await sendRequest(db, nora, taskId, bobId);
  await home.give(bobId);
  expect(await home.heard()).toEqual([]);
  await answerAs(db, request, "accept");
  expect(await home.heard()).toEqual([]);
});

const ends: [string, (home: Awaited<ReturnType<typeof newHome>>) => Promise<unknown>][] = [
  ["done", ({ db, nora, taskId }) => completeTask(db, nora, taskId)],
  ["deleted", ({ db, nora, taskId }) => deleteTask(db, nora, taskId)],
  ["given to another", ({ give, nora }) => give(nora.alex)],
  ["switched off", ({ db, bob }) => setGiven(db, bob.userId, { hasGiven: "on" })],
];

test.each(ends)("who got a task hears nothing once it is %s", async (_, end) => {
  await using home = await newHome();
  await home.give(home.bobId);
  await end(home);
  expect(await home.heard()).toEqual([]);
});

const setGiven = (db: Kysely<Database>, userId: string, fields: Record<string, string>) =>
  saveNotificationSettings(
    db,
    userId,
    notificationSettings.parse({ phoneNumber: bobsPhone, smsEnabled: "on", ...fields }),
    { isSetUp: () => true },
  );

/** Returns the open task of a series, and its series. */
const openOf = (db: Kysely<Database>) =>
  db
    .selectFrom("series_occurrences")
    .innerJoin("tasks", "tasks.id", "task_id")
    .select(["tasks.id", "assignee_id", "occurs_on", "tasks.version", "due_local"])
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();

test("nobody hears of a turn", async () => {
  await using home = await newHome();
  const { db, nora, bobId } = home;
  await makeSpouse(home);
  await addTask(db, nora, { text: "trash every Tuesday at 7pm: Nora and Bob in turns" });
  await completeTask(db, nora, (await openOf(db)).id);
  expect(await openOf(db)).toMatchObject({ assignee_id: bobId });
  expect(await home.heard()).toEqual([]);
});

test("an edit of the dates that follow tells once who has the open one, and no later date does", async () => {
  await using home = await newHome();
  const { db, nora, bobId } = home;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(lateIn2026);
  await addTask(db, nora, { text: "water the ferns every Tuesday at 7pm" });
  const done = await openOf(db);
  await completeTask(db, nora, done.id);
  const draft = taskDraft.parse({
    version: String(done.version + 1),
    title: "Water the ferns",
    category: "Household",
    dueDate: done.due_local,
    assignee: "Bob",
    scope: "following",
  });
  expect(await editTask(db, nora, done.id, draft, nora.timeZone)).toBe("saved");
  const open = await openOf(db);
  expect(open.assignee_id).toBe(bobId);
  vi.setSystemTime(laterBy(lateIn2026, { minutes: 3 }));
  const when = "Tue, Dec 8 at 7:00 PM";
  expect(await home.heard()).toEqual([`Nora gave you: Water the ferns, ${when}.`]);
  await completeTask(db, nora, open.id);
  vi.setSystemTime(laterBy(lateIn2026, { minutes: 9 }));
  expect(await home.heard()).toHaveLength(1);
});

test("who has left the household meanwhile hears nothing", async () => {
  await using home = await newHome();
  const { db, bob, bobId } = home;
  await home.give(bobId);
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await home.heard()).toEqual([]);
});

test("a form from before the update keeps the switch", async () => {
  await using home = await newHome();
  await setGiven(home.db, home.bob.userId, {});
  await home.give(home.bobId);
  expect(await home.heard()).toEqual([told]);
});
