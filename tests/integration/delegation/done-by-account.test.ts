import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { giveAccount } from "../../support/records/people.ts";

/** Bob, who has an account in Nora's household, said yes to her. */
async function scene() {
  const own = newDatabase();
  const { db } = own;
  const twilio = await startFakeTwilio();
  const { sendDue } = newSender(db, twilio.settings);
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  await giveAccount(db, nora.sam, bob.userId);
  const taskId = await newTask(db, nora);
  const id = await sendRequest(db, nora, taskId, nora.sam, "link");
  await answerAs(db, id, "accept");
  await sendDue();
  const told = () =>
    twilio.messages().flatMap(({ to, body }) => (to === phones.nora ? [body] : []));
  expect(told()).toHaveLength(1);
  return {
    db,
    nora,
    bob,
    taskId,
    id,
    /** What Nora reads after the minute for “Undo”. */
    async afterAMinute() {
      await db
        .updateTable("deliveries")
        .set({ not_before: "2020-01-01T00:00:00.000Z" })
        .where("state", "=", "ready")
        .execute();
      await sendDue();
      return told().slice(1);
    },
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Bob was reminded. Returns the message's id. */
async function remind(db: Kysely<Database>, { bob, taskId }: Scene): Promise<string> {
  const [reminderId, deliveryId, now] = [newId(), newId(), nowIso()];
  const times = { planned_at: now, scheduled_at: now, status: "sent" } as const;
  await db
    .insertInto("reminders")
    .values({
      id: reminderId,
      task_id: taskId,
      user_id: bob.userId,
      origin: "custom",
      minutes_before: 7,
      message: "",
      ...times,
    })
    .execute();
  await db
    .insertInto("deliveries")
    .values({
      id: deliveryId,
      kind: "reminder",
      channel: "sms",
      user_id: bob.userId,
      subject_id: reminderId,
      state: "sent",
      dedupe_key: newId(),
      due_at: now,
      not_before: now,
      created_at: now,
    })
    .execute();
  return deliveryId;
}

const ways: [string, (scene: Scene) => Promise<unknown>][] = [
  ["on the card", ({ db, bob, taskId }) => completeTask(db, bob, taskId)],
  [
    "offline, sent later",
    ({ db, bob, taskId }) => {
      const change = { type: "complete", taskId } as const;
      const sent = { changeId: "offline-tick", userId: bob.userId, madeAt: nowIso(), change };
      return saveChange(db, bob, sent, () => undefined);
    },
  ],
  [
    "on the notification",
    async (own) => actOnReminder(own.db, { type: "done", deliveryId: await remind(own.db, own) }),
  ],
  ["by text", ({ db }) => talk(db, "DONE", { from: bobsPhone })],
  [
    "by text, after a reminder",
    async (own) => {
      await remind(own.db, own);
      expect(await talk(own.db, "DONE", { from: bobsPhone })).toContain("Pick up Emma");
    },
  ],
];

test.for(ways)("whoever said yes and ticks it %s tells the asker, once", async ([, tick]) => {
  await using own = await scene();
  await tick(own);
  expect(await own.afterAMinute()).toMatchObject([
    expect.stringContaining("Sam says it's done: Pick up Emma."),
  ]);
  expect(await own.afterAMinute()).toHaveLength(1);
  const last = await findLastAction(own.db, own.nora, own.taskId);
  expect(last?.words).toMatch(/^(Bob|Sam) completed this a moment ago$/);
});

test("a tick that is undone at once tells nobody, and the yes stays", async () => {
  await using own = await scene();
  const { db, bob, taskId } = own;
  await completeTask(db, bob, taskId);
  await reopenTask(db, bob, taskId);
  expect(await own.afterAMinute()).toEqual([]);
  const request = db.selectFrom("delegations").select(["state", "done_at"]);
  expect(await request.executeTakeFirst()).toEqual({ state: "accepted", done_at: null });
});

test("a tick that is undone and made again within a minute tells the asker once", async () => {
  await using own = await scene();
  const { db, bob, taskId } = own;
  await completeTask(db, bob, taskId);
  await reopenTask(db, bob, taskId);
  await completeTask(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(1);
});

test("the asker who ticks it herself hears nothing", async () => {
  await using own = await scene();
  await completeTask(own.db, own.nora, own.taskId);
  expect(await own.afterAMinute()).toEqual([]);
});

const opened = "Sam had done this, but it's open again: Pick up Emma.";

const reopens: [string, (scene: Scene) => Promise<unknown>, (scene: Scene) => Promise<unknown>][] =
  [
    ["on the card", ways[0]![1], ({ db, bob, taskId }) => reopenTask(db, bob, taskId)],
    [
      "by UNDO, after DONE by text",
      ({ db }) => talk(db, "Done pick up Emma", { from: bobsPhone }),
      async ({ db }) => expect(await talk(db, "UNDO", { from: bobsPhone })).toMatch(/open again/i),
    ],
    [
      "by Undo on a page without a connection",
      ways[0]![1],
      ({ db, bob, taskId }) => {
        const change = { type: "reopen", taskId, isUndo: true } as const;
        const sent = { changeId: "offline-undo", userId: bob.userId, madeAt: nowIso(), change };
        return saveChange(db, bob, sent, () => undefined);
      },
    ],
    [
      "on the card, after “Done” on the link",
      ({ db, id }) => answerAs(db, id, "done"),
      ({ db, bob, taskId }) => reopenTask(db, bob, taskId),
    ],
  ];

test.for(reopens)(
  "the asker who heard that it is done hears once that it was reopened %s",
  async ([, finish, reopen]) => {
    await using own = await scene();
    await finish(own);
    expect(await own.afterAMinute()).toMatchObject([expect.stringContaining("says it's done")]);
    await reopen(own);
    expect(await own.afterAMinute()).toMatchObject([
      expect.anything(),
      expect.stringContaining(opened),
    ]);
    expect(await own.afterAMinute()).toHaveLength(2);
  },
);

test("each “done” that the asker heard is taken back once", async () => {
  await using own = await scene();
  const { db, bob, taskId } = own;
  for (const count of [2, 4]) {
    await completeTask(db, bob, taskId);
    await own.afterAMinute();
    await reopenTask(db, bob, taskId);
    expect(await own.afterAMinute()).toHaveLength(count);
  }
  await completeTask(db, bob, taskId);
  await reopenTask(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(4);
});

test("the asker who reopens it hears nothing, nor if it is done again within a minute", async () => {
  await using own = await scene();
  const { db, nora, bob, taskId } = own;
  const words = async () => (await own.afterAMinute()).filter((body) => body.includes(opened));
  await completeTask(db, bob, taskId);
  await own.afterAMinute();
  await reopenTask(db, nora, taskId);
  expect(await words()).toEqual([]);
  await completeTask(db, bob, taskId);
  await own.afterAMinute();
  await reopenTask(db, bob, taskId);
  await completeTask(db, bob, taskId);
  expect(await words()).toEqual([]);
});

test("the asker who heard that it is done hears nothing if it is reopened and ticked again within a minute", async () => {
  await using own = await scene();
  const { db, bob, taskId } = own;
  await completeTask(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(1);
  await reopenTask(db, bob, taskId);
  await completeTask(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(1);

  await reopenTask(db, bob, taskId);
  const words = await own.afterAMinute();
  expect(words.slice(1)).toMatchObject([expect.stringContaining(opened)]);
  await completeTask(db, bob, taskId);
  await reopenTask(db, bob, taskId);
  expect(await own.afterAMinute()).toEqual(words);
  await completeTask(db, bob, taskId);
  expect((await own.afterAMinute()).slice(2)).toMatchObject([
    expect.stringContaining("says it's done"),
  ]);
});

test("a “done” on the link that the asker knows already is not told again", async () => {
  await using own = await scene();
  const { db, bob, taskId, id } = own;
  await completeTask(db, bob, taskId);
  await own.afterAMinute();
  await reopenTask(db, bob, taskId);
  await answerAs(db, id, "done");
  expect(await own.afterAMinute()).toHaveLength(1);
});

test("what is reopened, ticked and reopened again within a minute is told once", async () => {
  await using own = await scene();
  const { db, bob, taskId } = own;
  await completeTask(db, bob, taskId);
  await own.afterAMinute();
  for (const change of [reopenTask, completeTask, reopenTask]) await change(db, bob, taskId);
  expect(await own.afterAMinute()).toMatchObject([
    expect.anything(),
    expect.stringContaining(opened),
  ]);
});

test("the asker who reopened it herself hears that it is done again", async () => {
  await using own = await scene();
  const { db, nora, bob, taskId } = own;
  await completeTask(db, bob, taskId);
  await own.afterAMinute();
  for (const change of [reopenTask, completeTask]) await change(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(1);
  await reopenTask(db, nora, taskId);
  await completeTask(db, bob, taskId);
  expect(await own.afterAMinute()).toMatchObject([
    expect.anything(),
    expect.stringContaining("says it's done"),
  ]);

  await reopenTask(db, nora, taskId);
  for (const change of [completeTask, reopenTask]) await change(db, bob, taskId);
  expect(await own.afterAMinute()).toHaveLength(2);
});
