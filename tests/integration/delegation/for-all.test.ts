import { expect, test } from "vitest";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { completeTask, editTask } from "#app/domain/tasks/changing/task.server.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";
import { openTask } from "../../support/records/turns.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { arrive, leave } from "#app/domain/people/own-person.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { giveAccount, personIdOf } from "../../support/records/people.ts";

/** Nora asks Sam for every Tuesday. */
async function asked(scope: "one" | "all" = "all") {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const now = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  const tuesday = now.add({ days: 7 + ((9 - now.dayOfWeek) % 7) }).toString();
  const id = await newSeries(db, nora, {
    rule: "FREQ=WEEKLY;BYDAY=TU",
    due: `${tuesday}T19:00`,
    now: nowIso(),
  });
  const question = {
    taskId: id,
    familyMemberId: nora.sam,
    method: "sms",
    shown: "nothing",
    scope,
  } as const;
  const request = await ask(db, nora, question);
  if (request.status !== "asked") throw new Error(request.status);
  /** The person of the open one, and the state of its request. */
  const open = async () => {
    const { assignee, delegation_status, delegated_to } = await openTask(db, nora);
    return [assignee, delegation_status, delegated_to && "asked"];
  };
  const done = async () => {
    await completeTask(db, nora, (await openTask(db, nora)).id);
    return open();
  };
  const dispose = () => own[Symbol.asyncDispose]();
  return { db, nora, id, request: request.id, open, done, [Symbol.asyncDispose]: dispose };
}

test("a yes to all gives them this one and those that follow, without asking again", async () => {
  await using home = await asked();
  const { db, request, open, done } = home;
  expect(await open()).toEqual([null, "pending", "asked"]);
  expect(await answerRequest(db, request, { answer: "accept" })).toBe("saved");
  expect(await open()).toEqual(["Sam", "accepted", "asked"]);
  expect(await done()).toEqual(["Sam", "accepted", "asked"]);
  expect(await done()).toEqual(["Sam", "accepted", "asked"]);
  const questions = db
    .selectFrom("deliveries")
    .select("subject_id")
    .where("due_at", "<=", nowIso());
  expect(await questions.where("kind", "=", "delegation_request").execute()).toEqual([
    { subject_id: request },
  ]);
});

test.each(["accept_once", "decline"] as const)(
  "%s leaves those that follow alone",
  async (answer) => {
    await using home = await asked();
    const { db, request, done } = home;
    await answerRequest(db, request, { answer });
    expect(await db.selectFrom("series_turns").selectAll().execute()).toEqual([]);
    expect(await done()).toEqual([null, "none", null]);
  },
);

test("nobody is asked for those that follow a task whose date was cleared: it is the last", async () => {
  await using home = await asked("one");
  const { db, nora, id } = home;
  const offered = async () => {
    const isSetUp = () => true;
    const page = await findDelegatePage(db, nora, id, { isSetUp, origin: "https://mila" });
    return page?.following;
  };
  expect(await offered()).toBe("every Tuesday");
  const { title, category, version } = await openTask(db, nora);
  await editTask(db, nora, id, { title, category, version, scope: "one" }, nora.timeZone);
  expect(await offered()).toBeNull();
});

test("a yes to one is for that one", async () => {
  await using home = await asked("one");
  const { db, request, done } = home;
  await answerRequest(db, request, { answer: "accept" });
  expect(await done()).toEqual([null, "none", null]);
});

test("a yes to all leaves the turns as they were, also when it is taken back", async () => {
  await using home = await asked();
  const { db, nora, id, request, done } = home;
  const people = (await listHouseholdPeople(db, nora.householdId)).map((person) => person.id);
  await setTurns(db, nora, id, { who: "people", people, order: "week" });
  const turns = () =>
    db.selectFrom("series_turn_people").select("person_id").orderBy("position").execute();
  const before = await turns();
  await answerRequest(db, request, { answer: "accept" });
  expect(await turns()).toEqual(before);
  expect(await withdrawRequest(db, nora, id)).toBe("withdrawn");
  expect(await turns()).toEqual(before);
  expect(await db.selectFrom("series_turns").select("turn_order").execute()).toEqual([
    { turn_order: "week" },
  ]);
  expect((await done())[1]).toBe("none");
});

test("whoever left during a yes to all has no turns after it, until they come back", async () => {
  await using home = await asked();
  const { db, nora, id, request, done, open } = home;
  const bob = await newBob(db, nora);
  await giveAccount(db, nora.alex, bob.userId);
  const people = [await personIdOf(db, nora.userId), nora.alex];
  await setTurns(db, nora, id, { who: "people", people, order: "each" });
  await answerRequest(db, request, { answer: "accept" });
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await withdrawRequest(db, nora, id)).toBe("withdrawn");
  expect((await open())[0]).toBe("Nora");
  expect((await done())[0]).toBe("Nora");
  await db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, bob.userId);
    await leave(trx, { userId: bob.userId, householdId, by: null }, nowIso());
    await arrive(trx, { userId: bob.userId, householdId: nora.householdId }, nowIso());
  });
  expect((await done())[0]).toBe("Alex");
});

test("no after a yes to all returns the turns, and gives the open one to whose turn it is", async () => {
  await using home = await asked();
  const { db, nora, id, request, open, done } = home;
  const [first, second] = [await personIdOf(db, nora.userId), nora.alex];
  await setTurns(db, nora, id, { who: "people", people: [first, second], order: "each" });
  const whose = async () => (await open())[0];
  expect(await whose()).toBe("Nora");
  await answerRequest(db, request, { answer: "accept" });
  expect(await whose()).toBe("Sam");
  expect(await answerRequest(db, request, { answer: "decline" })).toBe("saved");
  expect(await open()).toEqual(["Nora", "declined", "asked"]);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora", has_turn: 1 });
  expect((await done())[0]).toBe("Alex");
  expect((await done())[0]).toBe("Nora");
});

test("turns that were changed after the yes stay when the request is taken back", async () => {
  await using home = await asked();
  const { db, nora, id, request } = home;
  await answerRequest(db, request, { answer: "accept" });
  await setTurns(db, nora, id, { who: "anyone", people: [], order: "each" });
  await withdrawRequest(db, nora, id);
  expect(await db.selectFrom("series_turns").select("turn_order").execute()).toEqual([
    { turn_order: "anyone" },
  ]);
});

test("the message says what is asked for, and the answer what was said", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await asked();
  const { db, request } = home;
  const sender = newSender(db, twilio.settings);
  await sender.sendDue();
  expect(twilio.messages().map(({ body }) => body)).toEqual([
    expect.stringContaining("and then every Tuesday, if you like."),
  ]);
  await answerRequest(db, request, { answer: "accept" });
  await sender.sendDue();
  expect(twilio.messages().at(-1)?.body).toContain("Sam says yes, every time: Take out the trash.");
});
