import { expect, test } from "vitest";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { answerAs, newTask, phones, sendRequest } from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import {
  bobAskedSam,
  bobsPhone,
  newBob,
  waysToLeave,
} from "../../support/people/leaving-member.ts";
import { giveAccount } from "../../support/records/people.ts";

test.for(waysToLeave)(
  "when the asker %s while a yes is on its way, the owner hears of it, once",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, sendDue, textsTo } = home;
    await talk(db, "Yes, at three", { from: phones.sam });
    await go(db, nora, bob);
    await sendDue();
    await sendDue();
    expect(textsTo(phones.nora)).toEqual(['Sam says yes: Pick up Emma. "Yes, at three"']);
    expect(textsTo(bobsPhone)).toEqual([]);
  },
);

test.for(waysToLeave)(
  "when the asker %s, the owner hears of a yes on its way by their own channel",
  async ([, go]) => {
    await using home = await bobAskedSam();
    await using postmark = await startFakePostmark();
    const { db, nora, bob, request } = home;
    await db
      .updateTable("user_preferences")
      .set({ sms_enabled: 0, email_enabled: 1 })
      .where("user_id", "=", nora.userId)
      .execute();
    await answerAs(db, request, "accept");
    await go(db, nora, bob);
    await newSender(db, postmark.settings).sendDue();
    const emails = postmark
      .emails()
      .filter(({ message }) => message.To === `${nora.userId}@example.com`);
    expect(emails.map(({ message }) => message.Subject)).toEqual(["Sam says yes: Pick up Emma"]);
  },
);

test.for(waysToLeave)(
  "when the asker %s after a yes reached them, the owner gets no copy",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, sendDue, textsTo } = home;
    await talk(db, "Yes", { from: phones.sam });
    await sendDue();
    await go(db, nora, bob);
    await sendDue();
    expect(textsTo(bobsPhone)).toEqual(["Sam says yes: Pick up Emma."]);
    expect(textsTo(phones.nora)).toEqual([]);
  },
);

test.for(waysToLeave)(
  "when the asker %s, the owner hears the last word of several",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, request, sendDue, textsTo } = home;
    for (const answer of ["accept", "decline"] as const) await answerAs(db, request, answer);
    await go(db, nora, bob);
    await sendDue();
    expect(textsTo(phones.nora)).toEqual(["Sam can't any more: Pick up Emma."]);
    expect(textsTo(bobsPhone)).toEqual([]);
  },
);

test.for(waysToLeave)("when the asker %s, the owner hears that it is done", async ([, go]) => {
  await using home = await bobAskedSam();
  const { db, nora, bob, request, sendDue, textsTo } = home;
  for (const answer of ["accept", "done"] as const) await answerAs(db, request, answer);
  await go(db, nora, bob);
  await sendDue();
  expect(textsTo(phones.nora)).toEqual(["Sam says it's done: Pick up Emma."]);
});

test.for(waysToLeave)(
  "when the asker %s, the owner hears who left the family just before",
  async ([, go]) => {
    await using home = await bobAskedSam();
    const { db, nora, bob, request, sendDue, textsTo } = home;
    const ruth = await newBob(db, nora);
    await answerAs(db, request, "accept");
    await sendDue();
    await removeFamilyMember(db, ruth, nora.sam);
    await go(db, nora, bob);
    await sendDue();
    expect(textsTo(phones.nora)).toEqual([
      "Sam left the family, so this is open again: Pick up Emma.",
    ]);
  },
);

test("the owner hears nothing of a task that was deleted meanwhile, nor of their own answer", async () => {
  await using home = await bobAskedSam();
  const { db, nora, bob, taskId, request, sendDue, textsTo } = home;
  await answerAs(db, request, "accept");
  const own = await newTask(db, bob, "Call the vet");
  await giveAccount(db, nora.alex, nora.userId);
  await answerAs(db, await sendRequest(db, bob, own, nora.alex, "link"), "accept");
  await deleteTask(db, nora, taskId);
  await waysToLeave[0]![1](db, nora, bob);
  await sendDue();
  expect(textsTo(phones.nora)).toEqual([]);
});
