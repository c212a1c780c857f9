import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { linkKey, newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";

async function scene() {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const { db } = own;
  const { sendDue } = newSender(db, twilio.settings);
  const nora = await newAskingFamily(db);
  return {
    db,
    nora,
    sendDue,
    toSam: () => twilio.messages().filter(({ to }) => to === phones.sam),
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

const link = (id: string) => ({ id, version: 1, isCopy: false });

const pairs = [
  ["done", completeTask, reopenTask],
  ["deleted", deleteTask, restoreTask],
] as const;

test.for(pairs)(
  "a request goes on when its task was %s and comes back: one message, the same link, and YES counts",
  async ([, go, comeBack]) => {
    await using home = await scene();
    const { db, nora } = home;
    const taskId = await newTask(db, nora);
    const id = await sendRequest(db, nora, taskId);
    await home.sendDue();
    const [question] = home.toSam();
    expect(question?.body).toContain(linkToken(linkKey, "delegation-message", id, 1));
    await go(db, nora, taskId);
    expect((await findRequestPage(db, link(id)))?.title).toBeNull();
    await comeBack(db, nora, taskId);
    expect(await findRequestPage(db, link(id))).toMatchObject({
      status: "pending",
      title: "Pick up Emma",
    });
    await home.sendDue();
    expect(home.toSam()).toEqual([question]);
    const { task, requests } = await readDelegation(db, taskId);
    expect(task).toMatchObject({ delegated_to: nora.sam, delegation_status: "pending" });
    expect(requests).toMatchObject([{ id, state: "pending", ended_at: null }]);
    expect(await talk(db, "Yes", { from: phones.sam })).toContain("Nora knows you're on it");
  },
);

test("a question that did not go out before the task was done goes out once it is open again", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await newTask(db, nora);
  const id = await sendRequest(db, nora, taskId);
  await completeTask(db, nora, taskId);
  await home.sendDue();
  expect(home.toSam()).toEqual([]);
  for (const change of [reopenTask, completeTask, reopenTask]) await change(db, nora, taskId);
  await home.sendDue();
  await home.sendDue();
  expect(home.toSam()).toHaveLength(1);
  expect((await readDelegation(db, taskId)).requests).toMatchObject([{ id, state: "pending" }]);
});

test("a request goes on when its date was skipped and comes back", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await newSeries(db, nora, {
    rule: "FREQ=DAILY",
    due: "2101-06-10T15:00",
    now: nowIso(),
  });
  const id = await sendRequest(db, nora, taskId);
  await home.sendDue();
  await skipOccurrence(db, nora, taskId);
  expect((await readDelegation(db, taskId)).requests).toMatchObject([{ state: "task_deleted" }]);
  await restoreTask(db, nora, taskId);
  expect((await readDelegation(db, taskId)).requests).toMatchObject([{ id, state: "pending" }]);
  await home.sendDue();
  expect(home.toSam()).toHaveLength(1);
});

test("a request stays ended if someone was asked since, or if who was asked is gone", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await newTask(db, nora);
  await sendRequest(db, nora, taskId);
  await completeTask(db, nora, taskId);
  await reopenTask(db, nora, taskId);
  await answerAs(db, await sendRequest(db, nora, taskId, nora.alex, "link"), "decline");
  await completeTask(db, nora, taskId);
  await reopenTask(db, nora, taskId);
  const states = async (id: string) =>
    (await readDelegation(db, id)).requests.map(({ delegate_name, state }) => [
      delegate_name,
      state,
    ]);
  expect(await states(taskId)).toEqual([
    ["Alex", "declined"],
    ["Sam", "superseded"],
  ]);

  const other = await newTask(db, nora, "Call the vet");
  await sendRequest(db, nora, other);
  await completeTask(db, nora, other);
  await removeFamilyMember(db, nora, nora.sam);
  await reopenTask(db, nora, other);
  expect(await states(other)).toEqual([["Sam", "task_completed"]]);
  expect((await readDelegation(db, other)).task.delegation_status).toBe("none");
});
