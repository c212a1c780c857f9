import { expect, test } from "vitest";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import {
  addFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { addRequest, readDelegationStatus, textMila } from "../../support/messages/by-text.ts";
import { talk } from "../../support/messages/talk.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { personIdOf } from "../../support/records/people.ts";

async function scene() {
  const texting = await startTexting(newDatabase());
  return { ...texting, nora: await newAskingFamily(texting.db) };
}

test.each(["yes", "no", "done", "undo"])(
  "who was removed from the family and texts %s hears why nothing changes, once",
  async (words) => {
    await using home = await scene();
    const { db, nora } = home;
    const taskId = await addRequest(db, nora);
    await home.sendDue();
    await removeFamilyMember(db, nora, nora.sam);
    expect(await textMila(db, words)).toBe(
      "Mila: You are not in this family's list any more. Nothing for you to do, thank you.",
    );
    expect(await textMila(db, words)).toBeNull();
    const { task } = await readDelegation(db, taskId);
    expect(task).toMatchObject({ delegation_status: "none", assignee: null, is_completed: 0 });
  },
);

test("who was removed and is in the list again hears only that it is no longer needed", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  await home.sendDue();
  await removeFamilyMember(db, nora, nora.sam);
  const sam = { name: "Sam", relation: "spouse", phone: phones.sam, email: null } as const;
  await addFamilyMember(db, nora, sam);
  expect(await textMila(db, "yes")).toBe("Mila: That's no longer needed.");
  expect(await readDelegationStatus(db, taskId)).toBe("none");
});

test("who left with their account and texts YES to a request there changes nothing", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const bob = await newBob(db, nora);
  const person = await personIdOf(db, bob.userId);
  await db.updateTable("people").set({ relation: "partner" }).where("id", "=", person).execute();
  const taskId = await newTask(db, nora);
  await sendRequest(db, nora, taskId, person);
  await home.sendDue();
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await textMila(db, "yes", bobsPhone)).toContain("not in this family's list any more");
  expect(await readDelegationStatus(db, taskId)).toBe("none");
  const tasks = await db.selectFrom("tasks").select("title").execute();
  expect(tasks.map(({ title }) => title)).toEqual(["Pick up Emma"]);
});

test("DONE after NO hears that a yes must come first", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora, "Trash");
  await textMila(db, "no");
  expect(await textMila(db, "done")).toBe("Mila: To take that back, reply YES: Trash.");
  await textMila(db, "yes");
  expect(await textMila(db, "done")).toBe("Mila: Thank you. Nora knows it's done: Trash.");
  expect((await readDelegation(db, taskId)).task.is_completed).toBe(1);
});

test("who left after a yes and texts DONE hears that they have left, for two days", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const bob = await newBob(db, nora);
  const person = await personIdOf(db, bob.userId);
  await db.updateTable("people").set({ relation: "partner" }).where("id", "=", person).execute();
  const id = await sendRequest(db, nora, await newTask(db, nora), person);
  await home.sendDue();
  await answerAs(db, id, "accept");
  await leaveHousehold(db, bob, bob.membershipId);
  const say = (words: string, hours: number) =>
    talk(db, words, { from: bobsPhone, now: laterBy(nowIso(), { hours }) });
  for (const words of ["done", "DONE pick up emma"])
    expect(await say(words, 1)).toContain("not in this family's list any more");
  expect(await say("done", 49)).toContain("I haven't sent you a reminder");
  expect(await say("DONE pick up emma", 49)).toContain("I found no open task");
});

test.each(["no", "who is this?"])(
  "a late YES is told that the task was deleted, also after “%s” was explained",
  async (words) => {
    await using home = await scene();
    const { db, nora } = home;
    const taskId = await addRequest(db, nora);
    await textMila(db, "no");
    await textMila(db, words);
    await deleteTask(db, nora, taskId);
    expect(await textMila(db, "yes")).toContain("Nora deleted it");
    expect(await textMila(db, "yes")).toBeNull();
  },
);

test("UNDO from someone without an account says how to take an answer back", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const taskId = await addRequest(db, nora);
  const status = () => readDelegationStatus(db, taskId);
  expect(await textMila(db, "undo")).toContain("I only understand YES or NO");
  await textMila(db, "yes");
  expect(await textMila(db, "undo")).toBe("Mila: To take that back, reply NO: Pick up Emma.");
  expect(await status()).toBe("accepted");
  await textMila(db, "no");
  expect(await textMila(db, "Undo, please")).toBe(
    "Mila: To take that back, reply YES: Pick up Emma.",
  );
  expect(await status()).toBe("declined");
  await textMila(db, "yes");
  await textMila(db, "done");
  expect(await textMila(db, "undo")).toBe(
    "Mila: Nora knows it's done: Pick up Emma. Please tell them if it isn't.",
  );
  expect((await readDelegation(db, taskId)).task.is_completed).toBe(1);
  expect(await textMila(db, "undo", phones.alex)).toContain("I don't know you here yet");
});

test("a number of an earlier list hears what became of that request, not of the newest", async () => {
  await using home = await scene();
  const { db, nora } = home;
  const trash = await addRequest(db, nora, "Trash");
  await addRequest(db, nora, "Bread");
  expect(await textMila(db, "yes")).toContain("1: Bread (Nora) 2: Trash (Nora)");
  await deleteTask(db, nora, trash);
  expect(await textMila(db, "YES 1")).toContain("Nora knows you're on it: Bread.");
  expect(await textMila(db, "YES 2")).toContain("Nora deleted it a moment ago.");
});
