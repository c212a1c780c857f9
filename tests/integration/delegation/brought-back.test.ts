import { expect, test } from "vitest";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import {
  addFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { findCardDelegations } from "#app/domain/delegation/views/card-requests.server.ts";
import { listRequests } from "#app/domain/delegation/views/history.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { linkKey } from "../../support/messages/deliveries.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { talk } from "../../support/messages/talk.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newInvitation } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";

async function scene() {
  const texting = await startTexting(newDatabase());
  const toSam = () => texting.twilio.messages().filter(({ to }) => to === phones.sam);
  return { ...texting, nora: await newAskingFamily(texting.db), toSam };
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

test("once the question is sent after all, card and page no longer say “Not sent”", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await newTask(db, nora);
  await sendRequest(db, nora, taskId);
  await deleteTask(db, nora, taskId);
  await home.sendDue();
  await restoreTask(db, nora, taskId);
  await home.sendDue();
  expect(home.toSam()).toHaveLength(1);
  const card = { id: taskId, due: null, isCompleted: false };
  const cards = await findCardDelegations(db, [card], nora, nowIso());
  expect(cards.get(taskId)).toMatchObject({ status: "pending", isUnsent: false });
  expect(await listRequests(db, nora, taskId, true)).toMatchObject([
    { message: { isUnsent: false } },
  ]);
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

test.each(pairs)(
  "a request of a %s task stays ended if who was asked was removed and added again meanwhile",
  async (_, end, bringBack) => {
    await using home = await scene();
    const { db, nora } = home;
    const taskId = await newTask(db, nora);
    const id = await sendRequest(db, nora, taskId);
    await home.sendDue();
    await end(db, nora, taskId);
    await removeFamilyMember(db, nora, nora.sam);
    const sam = { name: "Sam", relation: "spouse", phone: phones.sam, email: null } as const;
    expect(await addFamilyMember(db, nora, sam)).toBe("saved");
    await bringBack(db, nora, taskId);
    expect((await readDelegation(db, taskId)).task.delegation_status).toBe("none");
    expect((await findRequestPage(db, link(id)))?.title).toBeNull();
    expect(await talk(db, "Yes", { from: phones.sam })).not.toContain("Thank you");
    expect((await readDelegation(db, taskId)).task.assignee).toBeNull();
  },
);

test("a request whose asker left before its task came back stays over, also once they are back", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const bob = { ...(await newBob(db, nora)), email: "bob@example.com" };
  const taskId = await newTask(db, nora);
  await sendRequest(db, { ...nora, userId: bob.userId }, taskId);
  await completeTask(db, bob, taskId);
  await leaveHousehold(db, bob, bob.membershipId);
  await reopenTask(db, nora, taskId);
  await db.updateTable("users").set({ email: bob.email }).where("id", "=", bob.userId).execute();
  const token = linkToken(linkKey, "invitation", await newInvitation(db, nora, bob.email));
  expect(await acceptInvitation(db, bob.userId, { linkKey, token })).toBe("joined");
  await completeTask(db, bob, taskId);
  await reopenTask(db, bob, taskId);
  const { task, requests } = await readDelegation(db, taskId);
  expect(task.delegation_status).toBe("none");
  expect(requests).toMatchObject([{ state: "task_completed" }]);
});
