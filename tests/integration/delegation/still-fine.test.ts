import type { Kysely } from "kysely";
import { afterEach, expect, test, vi } from "vitest";

import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { statusText } from "#app/ui/delegation/status-text.ts";
import type { Database } from "#db/schema.ts";
import { textMila } from "../../support/messages/by-text.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { type SaidYes, samSaidYes, textsToSam } from "../../support/messages/said-yes.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { giveAccount } from "../../support/records/people.ts";
import { newDatabase } from "../../support/records/database.ts";
import { openTasks } from "../../support/records/series.ts";
import { at, newHome } from "../../support/series/home.ts";
import { live } from "../../support/series/live.ts";
import { newFamily } from "../../support/records/family.ts";

afterEach(() => {
  vi.useRealTimers();
});

const zone = "America/New_York";
const move = ({ db, nora, taskId }: SaidYes, local: string) =>
  setDueDate(db, nora, taskId, local, zone);

const moved = "Mila: Nora moved this to Sat, Jun 11, 2101 at 4:30 PM: Pick up Emma. Still fine?";

const changes = (db: Kysely<Database>) =>
  db
    .selectFrom("deliveries")
    .select(["state", "reason"])
    .where("kind", "=", "delegation_change")
    .orderBy("id")
    .execute();

const answersToNora = ({ twilio }: SaidYes) =>
  twilio.messages().flatMap(({ to, body }) => (to === phones.nora ? [body] : []));

test("who said yes hears of a new date once, however often it changed meanwhile", async () => {
  await using scene = await samSaidYes();
  await move(scene, "2101-06-12T09:00");
  await move(scene, "2101-06-11T16:30");
  await scene.sendAll();
  await scene.sendAll();
  expect(textsToSam(scene)).toEqual([
    expect.objectContaining({
      body: expect.stringContaining(`${moved} Reply YES or NO, or tap http`),
    }),
  ]);
  await move(scene, "2101-06-13T16:30");
  await scene.sendAll();
  expect(textsToSam(scene)).toHaveLength(2);
});

test("who said yes hears of a new date after two minutes, in case it changes again", async () => {
  await using scene = await samSaidYes();
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = nowIso();
  await move(scene, "2101-06-11T16:30");
  const heardAfter = async (seconds: number) => {
    vi.setSystemTime(laterBy(now, { seconds }));
    await scene.sendDue();
    return textsToSam(scene).length;
  };
  expect(await heardAfter(110)).toBe(0);
  expect(await heardAfter(130)).toBe(1);
});

test("a date that is back within two minutes is nothing to be told of", async () => {
  await using scene = await samSaidYes();
  await move(scene, "2101-06-11T16:30");
  await move(scene, "2101-06-10T15:00");
  await scene.sendAll();
  expect(textsToSam(scene)).toEqual([]);
  expect(await changes(scene.db)).toEqual([{ state: "cancelled", reason: "task_back" }]);
});

test("YES by text is a yes to the new date, once, and the asker hears it", async () => {
  await using scene = await samSaidYes();
  const { db, id } = scene;
  await move(scene, "2101-06-11T16:30");
  await scene.sendAll();
  expect(await textMila(db, "yes")).toBe("Mila: Thank you. Nora knows you're on it: Pick up Emma.");
  await scene.sendAll();
  expect(answersToNora(scene)).toHaveLength(2);
  expect(await findRequestPage(db, { id, version: 1, isCopy: false })).toMatchObject({
    status: "accepted",
    agreedWhen: null,
  });
  expect(await textMila(db, "yes")).toContain("You already said yes");
  await scene.sendAll();
  expect(textsToSam(scene)).toHaveLength(1);
});

test("NO by text to the new date gives the task back", async () => {
  await using scene = await samSaidYes();
  await move(scene, "2101-06-11T16:30");
  await scene.sendAll();
  expect(await textMila(scene.db, "no")).toBe(
    "Mila: All right. Nora knows you can't any more: Pick up Emma.",
  );
});

test("the page behind the link takes a yes to the date that it shows", async () => {
  await using scene = await samSaidYes();
  const { db, id } = scene;
  await move(scene, "2101-06-11T16:30");
  const page = () => findRequestPage(db, { id, version: 1, isCopy: false });
  expect(await page()).toMatchObject({ agreedWhen: "Fri, Jun 10, 2101 at 3:00 PM" });
  expect(await answerAs(db, id, "accept", undefined, "2101-06-10T15:00")).toBe("late");
  expect(await answerAs(db, id, "accept", undefined, "2101-06-11T16:30")).toBe("saved");
  expect(await page()).toMatchObject({ status: "accepted", agreedWhen: null });
  await scene.sendAll();
  expect(textsToSam(scene)).toEqual([]);
});

test("a yes by text to a date that has changed since the question is followed by the new one", async () => {
  await using scene = await samSaidYes();
  const { db, nora, twilio } = scene;
  const taskId = await newTask(db, nora, "Call the vet");
  await setDueDate(db, nora, taskId, "2101-07-01T09:00", zone);
  await sendRequest(db, nora, taskId);
  await scene.sendAll();
  await setDueDate(db, nora, taskId, "2101-07-02T09:00", zone);
  expect(await textMila(db, "yes")).toContain("Thank you. Nora knows you're on it: Call the vet.");
  await scene.sendAll();
  const last = twilio.messages().findLast(({ to }) => to === phones.sam);
  expect(last?.body).toContain("Nora moved this to Sat, Jul 2, 2101 at 9:00 AM: Call the vet.");
});

test("what is gone by then says so instead", async () => {
  for (const end of [completeTask, deleteTask]) {
    await using scene = await samSaidYes();
    const { db, nora, taskId } = scene;
    await move(scene, "2101-06-11T16:30");
    await end(db, nora, taskId);
    await scene.sendAll();
    expect(textsToSam(scene)).toEqual([
      expect.objectContaining({ body: expect.stringContaining("Nothing for you to do") }),
    ]);
  }
});

test("one that is moved into the past and missed at once is told once", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId, id: requestId } = scene;
  const localIn = (days: number) =>
    wallClockAt(nowIso(), zone).add({ days }).toString().slice(0, 16);
  await move(scene, localIn(1));
  await answerAs(db, requestId, "accept", undefined, localIn(1));
  await saveRepetition(db, nora, taskId, repeatInput.parse({ interval: 1, unit: "day" }));
  await move(scene, localIn(-2));
  await tickSeries(db, nowIso);
  await scene.sendAll();
  const [open] = await openTasks(db, nora);
  const { id, version, due_local } = open!;
  const draft = { category: "Kids", dueDate: due_local!, version } as const;
  const edited = { ...draft, title: "Pick up Max", scope: "all" } as const;
  expect(await editTask(db, nora, id, edited, zone)).toBe("saved");
  await scene.sendAll();
  expect(textsToSam(scene).map(({ body }) => body)).toEqual([
    expect.stringContaining("Its time is over: Pick up Emma"),
  ]);
});

test("who moves it themselves is not asked", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId, id } = scene;
  const sam = await newFamily(db);
  await giveAccount(db, nora.sam, sam.userId);
  await setDueDate(db, { ...sam, householdId: nora.householdId }, taskId, "2101-06-11T16:30", zone);
  await scene.sendAll();
  expect(textsToSam(scene)).toEqual([]);
  expect(await findRequestPage(db, { id, version: 1, isCopy: false })).toMatchObject({
    agreedWhen: null,
  });
});

/** On each of these mornings, Bob asked Otto by text for the open one, and Otto said yes. */
async function ottoSaidYes(rule: string, mornings: [string, ...string[]]) {
  let now = at(mornings[0]);
  const home = await newHome({ rule, due: "2027-06-08T20:00", now });
  const texting = await startTexting(home);
  const { db, nora } = home;
  const bob = await newBob(db, nora);
  const { id: otto } = await db
    .updateTable("people")
    .set({ phone: phones.sam })
    .where("name", "=", "Otto")
    .returning("id")
    .executeTakeFirstOrThrow();
  /** Lets the worker work until then, and sends what is due. */
  const liveUntil = async (local: string) => {
    await live(db, { from: now, until: at(local) });
    now = at(local);
    await texting.sendDue();
  };
  for (const morning of mornings) {
    await liveUntil(morning);
    const [open] = await openTasks(db, nora);
    const id = await sendRequest(db, { ...bob, sam: otto, alex: otto }, open!.id);
    await texting.sendDue();
    await answerAs(db, id, "accept");
  }
  const texts = () => texting.textsTo(phones.sam).filter((body) => !body.includes("can you do"));
  const before = texts().length;
  return {
    ...texting,
    ...home,
    bob,
    otto,
    liveUntil,
    texts: () => texts().slice(before),
    [Symbol.asyncDispose]: () => texting[Symbol.asyncDispose](),
  };
}

test("a break that moves the task is told, and nobody is named as its mover", async () => {
  await using home = await ottoSaidYes("FREQ=WEEKLY", ["2027-06-07T09:00"]);
  const { db, nora, first, texts, liveUntil } = home;
  await db
    .updateTable("series")
    .set({ skipped_breaks: JSON.stringify(["School holidays"]) })
    .execute();
  const dates = { startsOn: "2027-06-07", endsOn: "2027-06-10" };
  await addBreak(db, nora, { name: "School holidays", ...dates });
  await liveUntil("2027-06-07T09:05");
  expect(texts().at(-1)).toContain(
    "This is Tue, Jun 15 at 8:00 PM now: Take out the trash. Still fine?",
  );
  expect((await openTasks(db, nora)).map(({ id }) => id)).toEqual([first]);
});

test("who said yes hears that the time is over, and DONE still counts", async () => {
  await using home = await ottoSaidYes("FREQ=WEEKLY", ["2027-06-07T09:00"]);
  const { db, texts, liveUntil } = home;
  await liveUntil("2027-06-14T09:00");
  expect(texts().at(-1)).toContain(
    "Its time is over: Take out the trash. Did you do it? Reply DONE, or tap",
  );
  expect(await textMila(db, "done")).toEqual(
    expect.stringContaining("knows. Done for Tuesday: Take out the trash."),
  );
  await liveUntil("2027-06-14T10:00");
  expect(texts().filter((body) => body.includes("Its time is over"))).toHaveLength(1);
});

test("who said yes hears in the morning that a date was missed at midnight", async () => {
  await using home = await ottoSaidYes("FREQ=DAILY", ["2027-06-08T09:00"]);
  const { db, nora, first, texts, liveUntil } = home;
  await liveUntil("2027-06-09T07:50");
  expect((await openTasks(db, nora)).map(({ id }) => id)).not.toContain(first);
  expect(texts()).toEqual([]);
  await liveUntil("2027-06-09T08:10");
  expect(texts()).toEqual([expect.stringContaining("Its time is over: Take out the trash.")]);
});

/** Tuesday and Wednesday were missed, and Thursday is still to come. */
const mornings: [string, ...string[]] = [
  "2027-06-08T09:00",
  "2027-06-09T09:00",
  "2027-06-10T09:00",
];

test("someone who leaves hears of what is still to do, not of each missed date", async () => {
  await using home = await ottoSaidYes("FREQ=DAILY", mornings);
  const { db, nora, otto, sendDue, texts } = home;
  await removeFamilyMember(db, nora, otto);
  await sendDue();
  expect(texts()).toEqual([expect.stringContaining("cancelled this request: Take out the trash")]);
});

test("when the asker leaves, whoever said yes hears of what is still to do only", async () => {
  await using home = await ottoSaidYes("FREQ=DAILY", mornings);
  const { db, nora, bob, sendDue, texts } = home;
  await removeHouseholdMember(db, nora, bob.membershipId);
  await sendDue();
  expect(texts()).toEqual([expect.stringContaining("counts on you now")]);
});

test.for([
  ["done", completeTask, reopenTask, "It was done meanwhile."],
  ["deleted", deleteTask, restoreTask, "It was off the list meanwhile."],
] as const)(
  "the page of a yes to a task that was %s and came back, which Sam heard, does not say that anybody cancelled it",
  async ([, go, comeBack, words]) => {
    await using scene = await samSaidYes();
    const { db, nora, taskId, id } = scene;
    await go(db, nora, taskId);
    await scene.sendAll();
    expect(textsToSam(scene)).toHaveLength(1);
    await comeBack(db, nora, taskId);
    await scene.sendAll();
    expect(textsToSam(scene)).toHaveLength(1);
    const page = await findRequestPage(db, { id, version: 1, isCopy: false });
    expect(statusText(page!)).toEqual({
      heading: "This request has ended",
      text: `${words} Nothing for you to do.`,
    });
  },
);

test("the card says no more that a yes to the new date may come once that is over", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await using scene = await samSaidYes();
  const { db, nora } = scene;
  const card = async () => (await listTaskCards(db, nora)).tasks[0]?.delegation?.notYet;
  await move(scene, "2101-06-11T16:30");
  expect(await card()).toBe("said yes to Jun 10, 2101, not yet to Jun 11, 2101");
  vi.setSystemTime("2101-06-11T20:31:00.000Z");
  expect(await card()).toBe("said yes to Jun 10, not to today");
});

test("a yes to a task without a date is none yet to the date that it gets", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const noDate = { due_date: null, due_local: null, due_time_zone: null };
  await db.updateTable("tasks").set(noDate).execute();
  const id = await sendRequest(db, nora, taskId);
  await answerAs(db, id, "accept");
  const page = async () => (await findRequestPage(db, { id, version: 1, isCopy: false }))!;
  const card = async () => (await listTaskCards(db, nora)).tasks[0]?.delegation?.notYet;
  expect(await card()).toBeUndefined();
  expect((await page()).dateChange).toBeNull();
  await setDueDate(db, nora, taskId, "2101-06-11T16:30", zone);
  expect(await card()).toBe("said yes, not yet to Jun 11, 2101");
  expect(statusText(await page()).text).toContain("It had no date when you said yes. Still fine?");
  await answerAs(db, id, "accept", undefined, "2101-06-11T16:30");
  expect(await card()).toBeUndefined();
  expect((await page()).dateChange).toBeNull();
  // A yes from before Mila kept its date.
  await db.updateTable("delegations").set({ agreed_due: null, told_due: null }).execute();
  expect(await card()).toBeUndefined();
  expect((await page()).dateChange).toBeNull();
});
