import { expect, test } from "vitest";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { answerAs, newTask, phones, sendRequest } from "../../support/messages/delegation.ts";
import { bobAskedSam, waysToLeave } from "../../support/people/leaving-member.ts";

/** Sends what waits for "Undo", too. */
async function sendAll({ db, sendDue }: Awaited<ReturnType<typeof bobAskedSam>>) {
  const waiting = db.updateTable("deliveries").where("state", "=", "ready");
  await waiting.set({ not_before: "2020-01-01T00:00:00.000Z" }).execute();
  await sendDue();
}

test.for(waysToLeave)(
  "when the asker withdraws and then %s before the message is sent, whoever said yes hears of it",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, taskId, request, sendDue, textsTo } = home;
    await answerAs(db, request, "accept");
    await sendDue();
    await withdrawRequest(db, bob, taskId);
    await go(db, nora, bob);
    await sendAll(home);
    expect(textsTo(phones.sam).slice(1)).toEqual([
      expect.stringMatching(/^(Bob|Someone who has left) cancelled this request: Pick up Emma/),
    ]);
  },
);

test.for(waysToLeave)(
  "when the asker deletes the task and then %s within the minute, whoever said yes hears of it",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, taskId, request, sendDue, textsTo } = home;
    await answerAs(db, request, "accept");
    await sendDue();
    await deleteTask(db, bob, taskId);
    await go(db, nora, bob);
    await sendAll(home);
    expect(textsTo(phones.sam).slice(1)).toEqual([expect.stringContaining("No longer needed")]);
  },
);

test.for([
  ["withdraws", withdrawRequest],
  ["deletes", deleteTask],
] as const)(
  "when the last of a household %s a task and deletes the account before the message is sent, whoever said yes hears of it",
  async ([, change]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, textsTo } = home;
    await removeHouseholdMember(db, nora, bob.membershipId);
    const taskId = await newTask(db, nora, "Call the vet");
    const request = await sendRequest(db, nora, taskId, nora.alex);
    await sendAll(home);
    await answerAs(db, request, "accept");
    await sendAll(home);
    await change(db, nora, taskId);
    await deleteAccount(db, nora.userId, { mayLeaveNoOwner: true });
    await sendAll(home);
    expect(textsTo(phones.alex).slice(1)).toEqual([
      "No longer needed: Call the vet. Nothing for you to do.",
    ]);
  },
);
