import type { Kysely } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  answerAs,
  phones,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { type SaidYes, samSaidYes, textsToSam } from "../../support/messages/said-yes.ts";
import { giveAccount } from "../../support/records/people.ts";

afterEach(() => {
  vi.useRealTimers();
});

const releases = (db: Kysely<Database>) =>
  db
    .selectFrom("deliveries")
    .select(["state", "reason", "channel"])
    .where("kind", "=", "delegation_release")
    .orderBy("id")
    .execute();

const ways: [string, string, (scene: SaidYes) => Promise<unknown>, isDaily?: boolean][] = [
  [
    "withdrawn",
    "Nora cancelled this request: Pick up Emma",
    ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId),
  ],
  [
    "reassigned",
    "Nora asked someone else: Pick up Emma",
    ({ db, nora, taskId }) => sendRequest(db, nora, taskId, nora.alex, "link"),
  ],
  ["given to another", "Emma has it now: Pick up Emma", giveToEmma],
  [
    "taken as a turn by another",
    "Nora has it now: Pick up Emma",
    ({ db, nora, taskId }) => takeTurn(db, nora, taskId, { from: nora.sam }),
    true,
  ],
  [
    "skipped",
    "Not needed this time: Pick up Emma",
    ({ db, nora, taskId }) => skipOccurrence(db, nora, taskId),
    true,
  ],
  [
    "completed by someone else",
    "Already done: Pick up Emma",
    ({ db, nora, taskId }) => completeTask(db, nora, taskId),
  ],
  [
    "deleted",
    "No longer needed: Pick up Emma",
    ({ db, nora, taskId }) => deleteTask(db, nora, taskId),
  ],
];

test.for(ways)(
  "the helper of a task that is %s is notified once, by the channel of the request",
  async ([, words, release, isDaily]) => {
    await using scene = await samSaidYes({ isDaily });
    await release(scene);
    await scene.sendAll();
    await scene.sendAll();
    expect(textsToSam(scene)).toMatchObject([
      { body: `Mila: ${words}. Nothing for you to do. ${scene.link}` },
    ]);
    expect(await releases(scene.db)).toEqual([{ state: "sent", reason: null, channel: "sms" }]);
  },
);

test.for([
  ["done", completeTask],
  ["deleted", deleteTask],
  ["skipped", skipOccurrence],
] as const)("who said yes hears that it was %s after the minute for Undo", async ([, end]) => {
  await using scene = await samSaidYes({ isDaily: true });
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = nowIso();
  await end(scene.db, scene.nora, scene.taskId);
  const heardAfter = async (seconds: number) => {
    vi.setSystemTime(laterBy(now, { seconds }));
    await scene.sendDue();
    return textsToSam(scene).length;
  };
  expect(await heardAfter(50)).toBe(0);
  expect(await heardAfter(70)).toBe(1);
});

const silent: [string, (scene: SaidYes) => Promise<unknown>][] = [
  ["completed it", ({ db, id }) => answerAs(db, id, "done")],
  [
    "completed a task that is then deleted",
    ({ db, nora, id, taskId }) => answerAs(db, id, "done").then(() => deleteTask(db, nora, taskId)),
  ],
  [
    "completed it from their own account",
    ({ db, nora, taskId }) => bySamsAccount(db, nora, (sam) => completeTask(db, sam, taskId)),
  ],
  [
    "returned it from their own account",
    ({ db, nora, taskId }) => bySamsAccount(db, nora, (sam) => withdrawRequest(db, sam, taskId)),
  ],
];

test.for(silent)("someone who %s is not notified", async ([, change]) => {
  await using scene = await samSaidYes();
  await change(scene);
  expect(await releases(scene.db)).toEqual([]);
});

test("someone who accepted by a shared link and was never messaged is not notified", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await answerAs(own.db, await sendRequest(own.db, nora, taskId, nora.sam, "link"), "accept");
  await withdrawRequest(own.db, nora, taskId);
  expect(await releases(own.db)).toEqual([]);
});

test("someone who has not answered or declined is not notified", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const nora = await newAskingFamily(own.db);
  for (const answer of ["none", "decline"] as const) {
    const taskId = await newTask(own.db, nora);
    const id = await sendRequest(own.db, nora, taskId);
    await newSender(own.db, twilio.settings).sendDue();
    if (answer === "decline") await answerAs(own.db, id, answer);
    await withdrawRequest(own.db, nora, taskId);
  }
  expect(await releases(own.db)).toEqual([]);
});

const comesBack: [string, typeof completeTask, typeof reopenTask][] = [
  ["completed and reopened", completeTask, reopenTask],
  ["deleted and brought back", deleteTask, restoreTask],
];

test.for(comesBack)(
  "a task that is %s at once causes no notice and stays assigned",
  async ([, go, comeBack]) => {
    await using scene = await samSaidYes();
    const { db, nora, taskId } = scene;
    await go(db, nora, taskId);
    await comeBack(db, nora, taskId);
    await scene.sendAll();
    expect(await releases(db)).toMatchObject([{ state: "cancelled", reason: "task_back" }]);
    expect((await readDelegation(db, taskId)).task).toMatchObject({
      delegation_status: "accepted",
      assignee: "Sam",
    });
    await withdrawRequest(db, nora, taskId);
    await scene.sendAll();
    expect(textsToSam(scene)).toMatchObject([
      { body: expect.stringContaining("Nora cancelled this request: Pick up Emma") },
    ]);
  },
);

test.for(comesBack)(
  "a helper who was notified and whose task is %s later is no longer expected",
  async ([, go, comeBack]) => {
    await using scene = await samSaidYes();
    const { db, nora, taskId } = scene;
    await go(db, nora, taskId);
    await scene.sendAll();
    await comeBack(db, nora, taskId);
    const state = go === completeTask ? "task_completed" : "task_deleted";
    expect(await readDelegation(db, taskId)).toMatchObject({
      task: { delegation_status: "none", delegated_to: null, assignee: null },
      requests: [{ state }],
    });
    await scene.sendAll();
    expect(textsToSam(scene)).toHaveLength(1);
  },
);

test("someone asked again before the notice was sent gets only the new request", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId } = scene;
  await withdrawRequest(db, nora, taskId);
  await sendRequest(db, nora, taskId);
  await scene.sendAll();
  expect(await releases(db)).toMatchObject([{ state: "cancelled", reason: "superseded" }]);
  expect(textsToSam(scene)).toMatchObject([
    { body: expect.stringContaining("asks: can you do this?") },
  ]);
});

test("someone removed from the family is told, by the channel of the request, and the name comes off the card", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId, link } = scene;
  // The name was there before Sam was asked.
  await db.updateTable("delegations").set({ assignee_before_id: nora.sam }).execute();
  await removeFamilyMember(db, nora, nora.sam);
  await scene.sendAll();
  const words = "Nora cancelled this request: Pick up Emma. Nothing for you to do.";
  expect(textsToSam(scene)).toMatchObject([{ body: `Mila: ${words} ${link}` }]);
  expect((await readDelegation(db, taskId)).task).toMatchObject({
    assignee: null,
    delegation_status: "none",
  });
  // Nora removed Sam herself.
  expect(scene.twilio.messages().filter(({ body }) => body.includes("left the family"))).toEqual(
    [],
  );
});

test("the asker hears that another parent removed who said yes", async () => {
  await using scene = await samSaidYes();
  const { db, nora } = scene;
  const kim = await newAskingFamily(db);
  await removeFamilyMember(db, { ...kim, householdId: nora.householdId }, nora.sam);
  await scene.sendAll();
  const words = "Sam left the family, so this is open again: Pick up Emma.";
  const toNora = scene.twilio.messages().filter(({ to }) => to === phones.nora);
  expect(toNora.map(({ body }) => body).filter((body) => body.includes(words))).toHaveLength(1);
});

async function giveToEmma({ db, nora, taskId }: SaidYes) {
  const task = db.selectFrom("tasks").select("version").where("id", "=", taskId);
  const { version } = await task.executeTakeFirstOrThrow();
  const due = { dueDate: "2101-06-10T15:00", version, scope: "one" } as const;
  const draft = { title: "Pick up Emma", category: "Kids", assignee: "Emma", ...due } as const;
  await editTask(db, nora, taskId, draft, "America/New_York");
}

async function bySamsAccount(
  db: Kysely<Database>,
  nora: AskingFamily,
  act: (sam: AskingFamily) => Promise<unknown>,
) {
  const sam = await newAskingFamily(db);
  await giveAccount(db, nora.sam, sam.userId);
  await act({ ...sam, householdId: nora.householdId });
}
