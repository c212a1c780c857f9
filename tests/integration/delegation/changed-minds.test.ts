import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findCardDelegations } from "#app/domain/delegation/views/card-requests.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { addRequest, readDelegationStatus } from "../../support/messages/by-text.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { giveAccount, moveAccount } from "../../support/records/people.ts";

const sam = { from: phones.sam };

async function scene() {
  const own = newDatabase();
  const nora = await newAskingFamily(own.db);
  return { db: own.db, nora, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

const told = async (db: Kysely<Database>) =>
  (
    await db
      .selectFrom("deliveries")
      .select("payload")
      .where("kind", "=", "delegation_answer")
      .orderBy("id")
      .execute()
  ).map(({ payload }) => JSON.parse(payload ?? "{}").answer);

const card = async (db: Kysely<Database>, taskId: string) =>
  (
    await findCardDelegations(
      db,
      [{ id: taskId, due: null, isCompleted: false }],
      { userId: "", timeZone: "UTC" },
      nowIso(),
    )
  ).get(taskId);

test("NO after YES gives the task back, and the asker is told at once", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await scene();
  const { db, nora } = home;
  const { sendDue } = newSender(db, twilio.settings);
  const taskId = await addRequest(db, nora);
  expect(await talk(db, "Yes", sam)).toContain("Thank you.");
  await sendDue();
  expect(await talk(db, "No, I can't make it", sam)).toBe(
    "Mila: All right. Nora knows you can't any more: Pick up Emma.",
  );
  const { task, requests } = await readDelegation(db, taskId);
  expect(task).toMatchObject({ delegation_status: "declined", assignee: null });
  expect(requests).toMatchObject([{ state: "declined", line: "No, I can't make it" }]);
  expect(await card(db, taskId)).toMatchObject({
    status: "declined",
    name: "Sam",
    cannot: "any more",
  });
  await sendDue();
  const texts = twilio.messages().filter(({ to }) => to === phones.nora);
  expect(texts.map(({ body }) => body.split(":")[1]?.trim())).toEqual([
    "Sam says yes",
    "Sam can't any more",
  ]);
});

test("minds may change again and again, and each time the asker is told", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  for (const [word, status] of [
    ["Yes", "accepted"],
    ["No", "declined"],
    ["YES", "accepted"],
    ["no", "declined"],
  ] as const) {
    await talk(db, word, sam);
    expect(await readDelegationStatus(db, taskId)).toBe(status);
  }
  expect(await told(db)).toEqual(["accepted", "took_back", "accepted", "took_back"]);
});

test("who changes their mind ten times in a day keeps the last answer, and reads why", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  for (let time = 0; time < 5; time += 1) {
    expect(await talk(db, "Yes", sam)).toContain("Thank you.");
    expect(await talk(db, "No", sam)).toContain("All right.");
  }
  expect(await talk(db, "Yes", sam)).toBe(
    "Mila: You've changed your answer many times today. Please tell Nora yourself: Pick up Emma",
  );
  expect(await readDelegationStatus(db, taskId)).toBe("declined");
  expect(await told(db)).toHaveLength(10);
  const tomorrow = laterBy(nowIso(), { hours: 25 });
  expect(await talk(db, "Yes", { ...sam, now: tomorrow })).toContain("Thank you.");
});

test("a number that answers without end gets 100 replies a day, and each answer counts", async () => {
  await using home = await scene();
  const { db, nora } = home;
  await addRequest(db, nora);
  await addRequest(db, nora, "Call the vet");
  const replies = [];
  for (let time = 0; time < 110; time += 1)
    replies.push(await talk(db, time % 2 ? "Yes" : "No", sam));
  expect(replies.filter((reply) => reply !== null)).toHaveLength(100);
  await talk(db, "No 1", sam);
  expect(await told(db)).toEqual(["declined"]);
  const tomorrow = laterBy(nowIso(), { hours: 25 });
  expect(await talk(db, "Yes", { ...sam, now: tomorrow })).not.toBeNull();
});

test("answers use half of the asker's texts a day: the other half is for reminders", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await scene();
  const { db, nora } = home;
  const { sendDue } = newSender(db, twilio.settings);
  for (let time = 0; time < 30; time += 1) {
    await answerAs(
      db,
      await sendRequest(db, nora, await newTask(db, nora), nora.sam, "link"),
      "accept",
    );
    await sendDue();
  }
  const texts = twilio.messages().filter(({ to }) => to === phones.nora);
  expect(texts).toHaveLength(25);
});

test("a polite word after an answer changes no mind", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  await talk(db, "No, sorry", sam);
  for (const words of ["ok", "👍", "Got it", "no worries"]) await talk(db, words, sam);
  expect(await readDelegationStatus(db, taskId)).toBe("declined");
  await talk(db, "Yes I can", sam);
  for (const words of ["Sorry, running late", "Thanks"]) await talk(db, words, sam);
  expect(await readDelegationStatus(db, taskId)).toBe("accepted");
});

test("YES after NO is taken while nobody else has it", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  await talk(db, "No", sam);
  await sendRequest(db, nora, taskId, nora.alex);
  // Alex was asked, but has not answered.
  expect(await talk(db, "Yes", sam)).toContain("Nora knows you're on it");
  expect((await readDelegation(db, taskId)).requests).toMatchObject([
    { delegate_name: "Alex", state: "superseded" },
    { delegate_name: "Sam", state: "accepted", ended_at: null },
  ]);
  expect((await readDelegation(db, taskId)).task).toMatchObject({
    delegated_to: nora.sam,
    assignee: "Sam",
  });
});

test("YES after NO says who has it now", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const asked = await newTask(db, nora);
  await sendRequest(db, nora, asked);
  await talk(db, "No", sam);
  await answerAs(db, await sendRequest(db, nora, asked, nora.alex), "accept");
  expect(await talk(db, "Yes", sam)).toBe("Mila: Alex has it now, thank you.");
  expect((await readDelegation(db, asked)).task.assignee).toBe("Alex");

  const taskId = await addRequest(db, nora, "Call the vet");
  await talk(db, "No", sam);
  await db.updateTable("tasks").set({ assignee_name: "Ben" }).where("id", "=", taskId).execute();
  // Two can be meant now.
  expect(await talk(db, "Yes", sam)).toContain("Which one? Reply YES 1 to YES 2.");
  expect(await talk(db, "Yes 1", sam)).toBe("Mila: Ben has it now, thank you.");
});

test("YES after NO to a deleted task says who deleted it", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  await talk(db, "No", sam);
  await deleteTask(db, nora, taskId);
  expect(await talk(db, "Yes", sam)).toBe(
    "Mila: Nora deleted it a moment ago. Nothing for you to do, thank you.",
  );
  expect((await readDelegation(db, taskId)).task).toMatchObject({
    delegation_status: "declined",
    assignee: null,
  });
});

test("several yeses: NO asks which one", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const first = await addRequest(db, nora);
  await talk(db, "Yes", sam);
  const second = await addRequest(db, nora, "Call the vet");
  await talk(db, "Yes", sam);
  expect(await talk(db, "No", sam)).toBe(
    "Mila: Which one? Reply NO 1 to NO 2. 1: Call the vet (Nora) 2: Pick up Emma (Nora)",
  );
  expect(await talk(db, "No 2", sam)).toContain("knows you can't any more: Pick up Emma");
  expect(await readDelegationStatus(db, first)).toBe("declined");
  expect(await readDelegationStatus(db, second)).toBe("accepted");
});

test("DONE by text works for whoever said yes, without an account", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const [vet, emma] = [await addRequest(db, nora, "Call the vet"), await addRequest(db, nora)];
  await talk(db, "Yes", sam);
  await talk(db, "Yes 1", sam);
  await talk(db, "Yes", sam);
  expect(await talk(db, "Done dentist", sam)).toContain(
    'I found no open task called "dentist". Open: ',
  );
  expect(await talk(db, "Done: call the vet", sam)).toBe(
    "Mila: Thank you. Nora knows it's done: Call the vet.",
  );
  expect(await talk(db, "DONE", sam)).toBe("Mila: Thank you. Nora knows it's done: Pick up Emma.");
  for (const taskId of [vet, emma])
    expect((await readDelegation(db, taskId)).task.is_completed).toBe(1);
  expect(await told(db)).toEqual(["accepted", "accepted", "done", "done"]);
});

test("DONE, YES and NO work in a chat for whoever has an account", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const other = await newFamily(db);
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone("+12015550177"), telegram_chat: "4711" })
    .where("user_id", "=", other.userId)
    .execute();
  await moveAccount(db, other.userId, nora.householdId);
  await giveAccount(db, nora.sam, other.userId);
  const say = (words: string) => talk(db, words, { channel: "telegram", from: "4711" });
  const taskId = await addRequest(db, nora, "Pick up Emma", "link");
  expect(await say("Yes")).toContain("Nora knows you're on it");
  expect(await say("No")).toContain("Nora knows you can't any more");
  expect(await say("Yes")).toContain("Nora knows you're on it");
  expect(await say("Done")).toContain("Nora knows it's done");
  expect((await readDelegation(db, taskId)).task.is_completed).toBe(1);
  expect(await say("Undo")).toContain("Open again: Pick up Emma");
});
