import { afterEach, expect, test, vi } from "vitest";
import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { findCardDelegations } from "#app/domain/delegation/views/card-requests.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import type { AnswerInput } from "#app/domain/delegation/input.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { answerAs, newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { giveAccount } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";
import { openTask } from "../../support/records/turns.ts";
import { repeatFrom } from "../../support/series/repeat-from.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Emma, Nora and Alex take turns every week. Sam said yes to all, by text. */
async function saidYesToAll(method: "sms" | "link" = "sms", days = 3) {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const today = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  const day = (count: number) => today.add({ days: count }).toString();
  const due = `${day(days)}T19:00`;
  const id = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  const people = await listHouseholdPeople(db, nora.householdId);
  const idOf = (name: string) => people.find((person) => person.name === name)!.id;
  const takers = ["Emma", "Nora", "Alex"].map(idOf);
  await setTurns(db, nora, id, { who: "people", people: takers, order: "each" });
  const question = { taskId: id, familyMemberId: nora.sam, method, scope: "all" } as const;
  const asked = await ask(db, nora, question);
  if (asked.status !== "asked") throw new Error(asked.status);
  const { sendDue } = newSender(db, twilio.settings);
  await sendDue();
  // Whoever answers by text is no stranger, who would get few messages.
  if (method === "sms") await textMila(db, "yes");
  else await answerAs(db, asked.id, "accept");
  const open = () => openTask(db, nora);
  const request = async () => {
    const rows = db
      .selectFrom("delegations")
      .selectAll()
      .where("task_id", "=", (await open()).id);
    return rows.orderBy("id", "desc").executeTakeFirst();
  };
  const answer = async (given: AnswerInput["answer"]) => answerAs(db, (await request())!.id, given);
  const done = async () => completeTask(db, nora, (await open()).id);
  /** Who has the open one, and each that follows. */
  const names = async (count: number) => {
    const found: (string | null)[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      found.push((await open()).assignee);
      await done();
    }
    return found;
  };
  /** Sends what waits a minute for an "Undo" too: all of it, or the question of one request. */
  const sendNow = async (requestId?: string) => {
    await db
      .updateTable("deliveries")
      .set({ not_before: nowIso() })
      .where("state", "=", "ready")
      .$if(requestId !== undefined, (query) =>
        query.where("subject_id", "=", requestId!).where("kind", "=", "delegation_request"),
      )
      .execute();
    await sendDue();
  };
  let read = 0;
  /** What Sam got since the last time. */
  const newTexts = () => {
    const all = twilio.messages().filter(({ to }) => to === phones.sam);
    const fresh = all.slice(read).map(({ body }) => body.replace(/ http\S+/, ""));
    read = all.length;
    return fresh;
  };
  /** Sends everything, and returns what Sam got since the last time. */
  const texts = async () => {
    await sendNow();
    return newTexts();
  };
  await texts();
  return {
    db,
    nora,
    root: asked.id,
    first: id,
    day,
    idOf,
    open,
    request,
    answer,
    done,
    names,
    sendDue,
    sendNow,
    newTexts,
    texts,
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

test("each next one is theirs by a request of its own, with one message", async () => {
  await using home = await saidYesToAll();
  const { open, request, done, texts } = home;
  for (let count = 0; count < 3; count += 1) {
    expect(await open()).toMatchObject({ assignee: "Sam", delegation_status: "accepted" });
    expect(await request()).toMatchObject({ state: "accepted", is_for_all: 1, method: "sms" });
    await done();
    const own = (await texts()).filter((text) => !text.includes("Already done"));
    expect(own).toEqual([expect.stringContaining("is yours again. Reply DONE, or NO if")]);
  }
});

test("its person hears of the next one after the minute for Undo", async () => {
  await using home = await saidYesToAll();
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = nowIso();
  await home.done();
  const heardAfter = async (seconds: number) => {
    vi.setSystemTime(laterBy(now, { seconds }));
    await home.sendDue();
    return home.newTexts().filter((text) => text.includes("is yours again"));
  };
  expect(await heardAfter(50)).toEqual([]);
  expect(await heardAfter(70)).toHaveLength(1);
});

test.each(["missed", "skipped"] as const)("the next of one that was %s is theirs", async (how) => {
  await using home = await saidYesToAll();
  const { db, nora, first, open, texts } = home;
  if (how === "skipped") await skipOccurrence(db, nora, first);
  else await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 9 }));
  expect(await open()).toMatchObject({ assignee: "Sam", delegation_status: "accepted" });
  expect((await open()).id).not.toBe(first);
  expect(await texts()).toContainEqual(expect.stringContaining("is yours again"));
});

test("one that is over before its message could go out is told as missed, and not as theirs", async () => {
  await using home = await saidYesToAll();
  const { db, texts } = home;
  for (const weeks of [1, 2])
    await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * (2 + 7 * weeks) }));
  const said = (await texts()).map((text) => /Its time is over|is yours again/.exec(text)?.[0]);
  expect(said.toSorted()).toEqual(["Its time is over", "Its time is over", "is yours again"]);
});

test("who said yes to all half a year ago still hears that the next one was deleted at once", async () => {
  await using home = await saidYesToAll();
  const { db, nora, root, done, open, texts } = home;
  await done();
  await texts();
  // Mila forgets old messages.
  await db.deleteFrom("deliveries").where("subject_id", "=", root).execute();
  await done();
  await deleteTask(db, nora, (await open()).id);
  expect((await texts()).at(-1)).toContain("No longer needed: Take out the trash");
});

test("this time they can't: it goes to whose turn it is, and the next is theirs again", async () => {
  await using home = await saidYesToAll();
  const { db, open, answer, done, texts, names } = home;
  await done();
  expect(await answer("decline_once")).toBe("saved");
  expect(await open()).toMatchObject({ assignee: "Nora", delegation_status: "declined" });
  await texts();
  await done();
  expect(await texts()).toEqual([expect.stringContaining("is yours again")]);
  expect(await names(2)).toEqual(["Sam", "Sam"]);
  const told = db
    .selectFrom("deliveries")
    .select("payload")
    .where("kind", "=", "delegation_answer");
  expect((await told.execute()).map(({ payload }) => payload)).toContainEqual(
    JSON.stringify({ answer: "not_this_time" }),
  );
});

test("by text, NO is for this time, and DONE for the date whose day it is", async () => {
  await using home = await saidYesToAll("sms", 0);
  const { db, open, first, texts } = home;
  expect(await textMila(db, "done")).toContain("Nora knows it's done");
  const next = await open();
  expect(next.id).not.toBe(first);
  // The phone sends it a second time, or they do.
  await textMila(db, "done");
  expect((await open()).id).toBe(next.id);
  await texts();
  expect(await textMila(db, "no")).toContain("Nora knows you can't this time");
  expect(await open()).toMatchObject({ assignee: "Nora" });
  expect(await textMila(db, "yes")).toContain("you're on it");
  expect(await open()).toMatchObject({ assignee: "Sam" });
  expect(await textMila(db, "done take out the trash")).toContain("Nora knows it's done");
  expect(await open()).toMatchObject({ assignee: "Sam", delegation_status: "accepted" });
});

test("they do one more by the link, and can't any more after that", async () => {
  await using home = await saidYesToAll();
  const { done, answer, names, open } = home;
  await done();
  expect(await answer("done")).toBe("saved");
  expect(await open()).toMatchObject({ assignee: "Sam" });
  expect(await answer("decline")).toBe("saved");
  expect(await names(3)).toEqual(["Alex", "Emma", "Nora"]);
});

test("after one that they couldn't do they say that they can't any more", async () => {
  await using home = await saidYesToAll();
  const { done, answer, names } = home;
  await done();
  await answer("decline_once");
  expect(await answer("decline")).toBe("saved");
  expect(await names(3)).toEqual(["Nora", "Alex", "Emma"]);
});

type Home = Awaited<ReturnType<typeof saidYesToAll>>;

test.each<[string, (home: Home) => Promise<unknown>]>([
  ["Withdraw", async ({ db, nora, open }) => withdrawRequest(db, nora, (await open()).id)],
  ["Withdraw on the first", ({ db, nora, first }) => withdrawRequest(db, nora, first)],
  ["removing them", ({ db, nora }) => removeFamilyMember(db, nora, nora.sam)],
])("%s ends it after the first is done, and the turns are as without it", async (_, end) => {
  await using home = await saidYesToAll();
  const { done, names, open, texts } = home;
  await done();
  await texts();
  await end(home);
  expect(await open()).toMatchObject({ delegation_status: "none", delegated_to: null });
  const [told, ...others] = await texts();
  expect(told).toContain("Nora cancelled this request");
  expect(others).toEqual([]);
  expect(await names(4)).toEqual(["Nora", "Alex", "Emma", "Nora"]);
});

test("who is told within the minute that an Undo has hears that it is over, and not of the next", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, open, texts } = home;
  await done();
  expect(await withdrawRequest(db, nora, (await open()).id)).toBe("withdrawn");
  expect((await texts()).filter((text) => !text.includes("Already done"))).toEqual([
    expect.stringContaining("Nora cancelled this request"),
  ]);
});

test.each(["leaves", "deletes the account"])("an account that %s ends its yes", async (how) => {
  await using home = await saidYesToAll();
  const { db, nora, done, names } = home;
  const sam = await newBob(db, nora);
  await giveAccount(db, nora.sam, sam.userId);
  await done();
  if (how === "leaves") await leaveHousehold(db, sam, sam.membershipId);
  else await deleteAccount(db, sam.userId);
  expect(await names(3)).toEqual(["Nora", "Alex", "Emma"]);
});

test("a repetition that ends and begins anew is nobody's promise", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, open, names } = home;
  await done();
  const { id } = await open();
  await endRepetition(db, nora, id, { isEnded: true });
  expect(await open()).toMatchObject({ assignee: "Sam" });
  await saveRepetition(db, nora, id, repeatInput.parse({ interval: 1, unit: "week" }));
  expect(await names(3)).toEqual(["Sam", "Alex", "Emma"]);
});

test("days away beneath the yes pass the turn on", async () => {
  await using home = await saidYesToAll();
  const { db, nora, day, idOf, done, open, names } = home;
  await done();
  await addAwayDates(db, nora, { person: idOf("Nora"), firstOn: day(8), lastOn: day(12) });
  await withdrawRequest(db, nora, (await open()).id);
  expect(await names(3)).toEqual(["Alex", "Emma", "Nora"]);
});

test("another person for this one is for this one, for the following it ends the yes", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, open, names } = home;
  await done();
  const give = async (scope: "one" | "following", endsTurns?: "yes") => {
    const { id, version, title, category, due_local } = await open();
    const draft = { title, category, dueDate: due_local!, version, scope, endsTurns };
    return editTask(db, nora, id, { ...draft, assignee: "Emma" }, nora.timeZone);
  };
  expect(await give("one")).toBe("saved");
  expect(await names(2)).toEqual(["Emma", "Sam"]);
  expect(await give("following", "yes")).toBe("saved");
  expect(await names(3)).toEqual(["Emma", "Emma", "Emma"]);
});

test("undoing the one before takes the next request back, and doing it again tells once", async () => {
  await using home = await saidYesToAll();
  const { db, nora, first, done, open, texts } = home;
  await done();
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect(await open()).toMatchObject({ id: first, assignee: "Sam", delegation_status: "accepted" });
  expect(await texts()).toEqual([]);
  await done();
  expect((await texts()).filter((text) => text.includes("yours again"))).toHaveLength(1);
  expect(await open()).toMatchObject({ assignee: "Sam", delegation_status: "accepted" });
});

test("a next one that an Undo or a new rule hides says nothing of a yes", async () => {
  await using home = await saidYesToAll();
  const { db, nora, first, done, open } = home;
  const hidden = () =>
    db
      .selectFrom("tasks")
      .select(["delegation_status", "delegated_to"])
      .where("deleted_at", "is not", null)
      .where("is_ahead", "=", 0)
      .execute();
  const none = { delegation_status: "none", delegated_to: null };
  await db.updateTable("user_preferences").set({ reminder_one_hour_before: 1 }).execute();
  await saveRepetition(
    db,
    nora,
    first,
    repeatInput.parse({ interval: 3, unit: "week", from: "done" }),
  );
  await done();
  await reopenTask(db, nora, first);
  expect(await hidden()).toEqual([none]);
  await saveRepetition(db, nora, first, repeatInput.parse({ interval: 1, unit: "day" }));
  const { due_date } = await open();
  await tickSeries(db, () => due_date!);
  await saveRepetition(db, nora, first, repeatInput.parse({ interval: 3, unit: "month" }));
  expect((await hidden()).length).toBeGreaterThan(1);
  expect(new Set((await hidden()).map((task) => JSON.stringify(task)))).toEqual(
    new Set([JSON.stringify(none)]),
  );
});

test.each([
  ["done", completeTask, reopenTask],
  ["deleted", deleteTask, restoreTask],
  ["skipped", skipOccurrence, restoreTask],
] as const)(
  "the next one that was %s and came back as its message was due has its message after all",
  async (_, go, comeBack) => {
    await using home = await saidYesToAll();
    const { db, nora, done, open, request, sendNow, texts } = home;
    await done();
    const { id } = await open();
    const told = (await request())!.id;
    await go(db, nora, id);
    await sendNow(told);
    expect(await comeBack(db, nora, id)).toBe(true);
    const own = (await texts()).filter((text) => !text.includes("Already done"));
    expect(own).toEqual([expect.stringContaining("is yours again")]);
    expect(await open()).toMatchObject({ id, assignee: "Sam", delegation_status: "accepted" });
  },
);

test("the card says that they could not be told of the next one", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, open, texts } = home;
  await textMila(db, "stop");
  await done();
  expect(await texts()).toEqual([]);
  const { id } = await open();
  const cards = await findCardDelegations(
    db,
    [{ id, due: null, isCompleted: false }],
    nora,
    nowIso(),
  );
  expect(cards.get(id)).toMatchObject({ status: "accepted", isUnsent: true });
});

test("dates ahead and their reminders are theirs", async () => {
  await using home = await saidYesToAll();
  const { db, nora, open, done } = home;
  const sam = await newBob(db, nora);
  await giveAccount(db, nora.sam, sam.userId);
  await db.updateTable("user_preferences").set({ reminder_one_hour_before: 1 }).execute();
  await done();
  const { due_date } = await open();
  await tickSeries(db, () => due_date!);
  const ahead = await db.selectFrom("tasks").selectAll().where("is_ahead", "=", 1).execute();
  expect(ahead.length).toBeGreaterThan(0);
  for (const task of ahead)
    expect(task).toMatchObject({ assignee_id: nora.sam, delegated_to: nora.sam });
  const reminders = db.selectFrom("reminders").select("user_id").distinct();
  const theirs = reminders.where(
    "task_id",
    "in",
    ahead.map(({ id }) => id),
  );
  expect(await theirs.execute()).toContainEqual({ user_id: sam.userId });
});

test("a date that somebody does before it opens is no promise any more", async () => {
  await using home = await saidYesToAll();
  const { db, nora, open, done } = home;
  await db.updateTable("user_preferences").set({ reminder_one_hour_before: 1 }).execute();
  await done();
  const { due_date } = await open();
  await tickSeries(db, () => due_date!);
  const ahead = await db
    .selectFrom("tasks")
    .select("id")
    .where("is_ahead", "=", 1)
    .orderBy("due_date")
    .executeTakeFirstOrThrow();
  expect(await completeTask(db, nora, ahead.id)).toBe(true);
  expect((await findTasks(db, [ahead.id])).get(ahead.id)).toMatchObject({
    is_completed: 1,
    delegation_status: "none",
    delegated_to: null,
  });
  expect(await reopenTask(db, nora, ahead.id)).toBe(true);
  await tickSeries(db, () => due_date!);
  expect((await findTasks(db, [ahead.id])).get(ahead.id)).toMatchObject({
    is_ahead: 1,
    delegation_status: "accepted",
    delegated_to: nora.sam,
  });
});

test("one that they did and that waits again behind an earlier one is theirs when it opens", async () => {
  await using home = await saidYesToAll();
  const { db, nora, day, open, answer, done, texts } = home;
  await done();
  const { id: reopened } = await open();
  await answer("done");
  await repeatFrom(db, nora, `${day(1)}T19:00`, { interval: 3, unit: "day" });
  expect(await reopenTask(db, nora, reopened)).toBe(true);
  for (const days of [1, 4, 7]) {
    expect(await open()).toMatchObject({ assignee: "Sam", due_local: `${day(days)}T19:00` });
    await done();
  }
  await texts();
  expect(await open()).toMatchObject({ assignee: "Sam", due_local: `${day(10)}T19:00` });
  expect(await answer("done")).toBe("saved");
});

test("the one link of a request without a message shows the open one", async () => {
  await using home = await saidYesToAll("link");
  const { db, nora, root, done, open, texts } = home;
  const page = () => findRequestPage(db, { id: root, version: 1, isCopy: true });
  expect(await page()).toMatchObject({ id: root, status: "accepted", isEveryTime: true });
  await done();
  expect(await texts()).toEqual([]);
  expect(await page()).toMatchObject({
    status: "accepted",
    isEveryTime: true,
    dueLocal: (await open()).due_local,
  });
  await withdrawRequest(db, nora, (await open()).id);
  expect(await page()).toMatchObject({ status: "withdrawn", why: "asker", title: null });
});

test("asking somebody else once leaves the next ones theirs, asking for all ends the yes", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, open, names } = home;
  await done();
  const askAlex = async (scope: "one" | "all") =>
    ask(db, nora, { taskId: (await open()).id, familyMemberId: nora.alex, method: "sms", scope });
  const asked = await askAlex("one");
  await answerAs(db, asked.status === "asked" ? asked.id : "", "accept");
  expect(await names(2)).toEqual(["Alex", "Sam"]);
  await askAlex("all");
  expect(await names(3)).toEqual(["Emma", "Nora", "Alex"]);
});

test.each<[string, (home: Home) => Promise<unknown>]>([
  ["withdrawn", async ({ db, nora, open }) => withdrawRequest(db, nora, (await open()).id)],
  ["taken back by text", ({ db }) => textMila(db, "no")],
])("what is %s while the repetition has ended is over when it is resumed", async (_, end) => {
  await using home = await saidYesToAll();
  const { db, nora, first, names } = home;
  await endRepetition(db, nora, first, { isEnded: true });
  await end(home);
  await endRepetition(db, nora, first, { isEnded: false });
  expect(await names(3)).toEqual(["Emma", "Nora", "Alex"]);
});

test("an undone end of the repetition leaves the yes, and sends nothing", async () => {
  await using home = await saidYesToAll();
  const { db, nora, root, first, names } = home;
  const page = () => findRequestPage(db, { id: root, version: 1, isCopy: false });
  await endRepetition(db, nora, first, { isEnded: true });
  expect(await page()).toMatchObject({ status: "accepted", isEveryTime: false });
  await endRepetition(db, nora, first, { isEnded: false });
  expect(await page()).toMatchObject({ status: "accepted", isEveryTime: true });
  expect(await names(2)).toEqual(["Sam", "Sam"]);
});

test("NO by text to another date is a no to this one", async () => {
  await using home = await saidYesToAll();
  const { db, nora, first, day, names, texts } = home;
  await setDueDate(db, nora, first, `${day(4)}T19:00`, nora.timeZone);
  expect(await texts()).toEqual([expect.stringContaining("Still fine?")]);
  expect(await textMila(db, "no")).toContain("Nora knows you can't this time");
  expect(await names(2)).toEqual(["Emma", "Sam"]);
});

test("who heard that all are off the list has none of them when they are restored", async () => {
  await using home = await saidYesToAll();
  const { db, nora, first, names, texts } = home;
  await deleteTask(db, nora, first);
  await restoreTask(db, nora, first);
  expect(await texts()).toEqual([]);
  await deleteTask(db, nora, first);
  expect(await texts()).toEqual([expect.stringContaining("No longer needed")]);
  await restoreTask(db, nora, first);
  expect(await names(3)).toEqual(["Emma", "Nora", "Alex"]);
});

test("a date that was skipped and restored leaves the next ones theirs", async () => {
  await using home = await saidYesToAll();
  const { db, nora, first, names, texts } = home;
  await skipOccurrence(db, nora, first);
  await texts();
  await restoreTask(db, nora, first);
  expect(await names(2)).toEqual(["Emma", "Sam"]);
});

test("the card says that they can't this time, or not any more", async () => {
  await using home = await saidYesToAll();
  const { db, nora, done, answer } = home;
  const card = async () => (await listTaskCards(db, nora)).tasks[0]?.delegation;
  await done();
  await answer("decline_once");
  expect(await card()).toMatchObject({ name: "Sam", status: "declined", cannot: "this time" });
  await answer("decline");
  expect(await card()).toMatchObject({ name: "Sam", status: "declined", cannot: "any more" });
});

test("the history says that nobody was asked again", async () => {
  await using home = await saidYesToAll();
  const { db, nora, open, done, answer } = home;
  const history = async () => {
    const page = await findTaskPage(db, nora, (await open()).id, true);
    return page!.history.map(({ who, words }) => `${who} ${words}`);
  };
  await done();
  expect(await history()).toEqual([
    "Sam took this one too, by a yes for every time",
    "You added it",
  ]);
  await answer("decline_once");
  expect((await history())[0]).toBe("Sam said yes, and then no");
});
