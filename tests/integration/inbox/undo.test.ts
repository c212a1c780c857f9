import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import {
  answerAs,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  type Actor,
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { addDueReminder } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { laterWeekday } from "../../support/text/days.ts";

/** Nora texts, and Bob has an account in her household. */
async function couple() {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const say = (words: string) => talk(db, words, { from: phones.nora });
  const add = async (words: string) => {
    expect(await say(words)).toContain("Got it");
    return newest(db);
  };
  return { db, nora, bob, say, add, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

type Couple = Awaited<ReturnType<typeof couple>>;

/** A date ahead whose reminder is near has a hidden task, which is newer. */
const newest = async (db: Kysely<Database>) => {
  const shown = db.selectFrom("tasks").select("id").where("is_ahead", "=", 0);
  return (await shown.orderBy("id", "desc").executeTakeFirstOrThrow()).id;
};

async function retitle(
  { db, nora }: Couple,
  by: Actor,
  id: string,
  title: string,
  scope: "one" | "all" = "one",
) {
  const task = await findTaskOrDeleted(db, nora, id);
  const { category, due_local, version } = task!;
  const draft = { title, category, version, scope, ...(due_local && { dueDate: due_local }) };
  expect(await editTask(db, by, id, draft, "America/New_York")).toBe("saved");
}

const built: [string, string, (home: Couple, id: string) => Promise<unknown>][] = [
  [
    "did the first one",
    'Mila: Nothing changed. Bob completed "Trash" a moment ago.',
    ({ db, bob }, id) => completeTask(db, bob, id),
  ],
  [
    "skipped the first one",
    'Mila: Nothing changed. Bob skipped "Trash" a moment ago.',
    ({ db, bob }, id) => skipOccurrence(db, bob, id),
  ],
  [
    "deleted it",
    'Mila: Nothing changed. Bob deleted "Trash" a moment ago.',
    ({ db, bob }, id) => deleteTask(db, bob, id),
  ],
  [
    "moved it",
    "Mila: Nothing changed. Bob moved this to Tue, Jun 10, 2031 at 3:00 PM: Trash.",
    ({ db, bob }, id) => setDueDate(db, bob, id, "2031-06-10T15:00", "America/New_York"),
  ],
  [
    "edited it",
    'Mila: Nothing changed. "Trash and glass" was changed since. You can delete it in Mila.',
    (home, id) => retitle(home, home.bob, id, "Trash and glass"),
  ],
  [
    "did and reopened it",
    'Mila: Nothing changed. Bob reopened "Trash" a moment ago.',
    async ({ db, bob }, id) => {
      await completeTask(db, bob, id);
      await reopenTask(db, bob, id);
    },
  ],
];

test.for(built)(
  "UNDO of a new task after somebody %s changes nothing, and says so as often as it is asked",
  async ([, words, build]) => {
    await using home = await couple();
    const { db, say, add } = home;
    const id = await add(`Trash every ${laterWeekday()} at 8pm`);
    await build(home, id);
    const rows = () =>
      db.selectFrom("tasks").select(["id", "title", "is_completed", "deleted_at"]).execute();
    const before = await rows();
    expect(await say("UNDO")).toBe(words);
    expect(await say("undo")).toBe(words);
    expect(await rows()).toEqual(before);
  },
);

test("UNDO of a task to which somebody said yes keeps it", async () => {
  await using home = await couple();
  const { db, nora, say, add } = home;
  const id = await add("Trash");
  await answerAs(db, await sendRequest(db, nora, id, nora.sam, "link"), "accept");
  expect(await say("UNDO")).toBe('Mila: Nothing changed. Sam said yes to "Trash".');
});

test("UNDO of several tasks takes back those that nobody has touched", async () => {
  await using home = await couple();
  const { db, bob, say, add } = home;
  await add("Buy milk\nCall the vet\nWater the plants");
  const { id } = await db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Call the vet")
    .executeTakeFirstOrThrow();
  await completeTask(db, bob, id);
  expect(await say("UNDO")).toBe(
    'Mila: Taken back: Buy milk; Water the plants. Bob completed "Call the vet" a moment ago.',
  );
  expect(await say("UNDO")).toBe("Mila: There's nothing to take back.");
});

test("UNDO takes back one's own task, untouched or edited where nobody else could", async () => {
  await using home = await couple();
  const { db, nora, say, add } = home;
  await add("Pick up Emma tomorrow at 3pm");
  expect(await say("UNDO")).toBe("Mila: Taken back: Pick up Emma.");
  const id = await add(`Trash every ${laterWeekday()} at 8pm`);
  expect(await say("UNDO")).toBe("Mila: Taken back: Trash.");
  expect(await findTaskOrDeleted(db, nora, id)).toMatchObject({ deleted_at: expect.any(String) });
});

test("UNDO never deletes what one has done oneself", async () => {
  await using home = await couple();
  const { db, nora, say, add } = home;
  const id = await add(`Trash every ${laterWeekday()} at 8pm`);
  await completeTask(db, nora, id);
  expect(await say("UNDO")).toBe('Mila: Nothing changed. You completed "Trash" a moment ago.');
});

/** Nora said DONE to a reminder. */
async function noraDid(home: Couple, title = "Trash") {
  const { taskId } = await addDueReminder(home.db, home.nora, { title });
  await home.db
    .updateTable("deliveries")
    .set({ state: "sent", claimed_at: nowIso() })
    .where("kind", "=", "reminder")
    .execute();
  expect(await home.say("DONE")).toContain(`Done: ${title}`);
  return taskId;
}

test("UNDO of DONE says who did it again, or reopened it, meanwhile", async () => {
  await using home = await couple();
  const { db, bob, say } = home;
  const id = await noraDid(home);
  await reopenTask(db, bob, id);
  expect(await say("UNDO")).toBe('Mila: Nothing changed. Bob reopened "Trash" a moment ago.');
  await completeTask(db, bob, id);
  expect(await say("UNDO")).toBe('Mila: Nothing changed. Bob completed "Trash" a moment ago.');
  expect(await findTaskOrDeleted(db, bob, id)).toMatchObject({ is_completed: 1 });
});

test("UNDO of DONE leaves alone what somebody who was asked did again", async () => {
  await using home = await couple();
  const { db, nora, bob, say } = home;
  const id = await noraDid(home);
  await reopenTask(db, bob, id);
  const request = await sendRequest(db, { ...nora, userId: bob.userId }, id, nora.sam, "link");
  for (const answer of ["accept", "done"] as const) await answerAs(db, request, answer);
  expect(await say("UNDO")).toBe('Mila: Nothing changed. Sam completed "Trash" a moment ago.');
  expect(await findTaskOrDeleted(db, bob, id)).toMatchObject({ is_completed: 1 });
});

test("UNDO of DONE brings back what somebody edited, with the edit", async () => {
  await using home = await couple();
  const { db, bob, say } = home;
  const id = await noraDid(home);
  await retitle(home, bob, id, "Trash and glass");
  expect(await say("UNDO")).toBe("Mila: Open again: Trash and glass.");
  expect(await findTaskOrDeleted(db, bob, id)).toMatchObject({ is_completed: 0 });
});

test("UNDO of DONE works after the title was changed for all, but not once somebody did the next one", async () => {
  await using home = await couple();
  const { db, bob, say, add } = home;
  const id = await add(`Trash every ${laterWeekday()} at 8pm`);
  await answerReminder(home, id);
  await retitle(home, bob, id, "Bins", "all");
  expect(await say("UNDO")).toBe("Mila: Open again: Bins.");
  expect(await openTitles(db)).toEqual(["Bins"]);
  await answerReminder(home, id);
  const next = await db
    .selectFrom("tasks")
    .select("id")
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await completeTask(db, bob, next.id);
  expect(await say("UNDO")).toBe(
    'Mila: Nothing changed. Bob completed the next one, so "Bins" stays done.',
  );
});

const openTitles = async (db: Kysely<Database>) =>
  (
    await db
      .selectFrom("tasks")
      .select("title")
      .where("is_completed", "=", 0)
      .where("deleted_at", "is", null)
      .execute()
  ).map(({ title }) => title);

let minutes = 500;

/** Nora gets a reminder of the task, and says DONE. */
async function answerReminder({ db, nora, say }: Couple, id: string) {
  const { taskId, reminderId } = await addDueReminder(db, nora);
  minutes += 1;
  const reminder = { task_id: id, minutes_before: minutes };
  await db.updateTable("reminders").set(reminder).where("id", "=", reminderId).execute();
  await db.deleteFrom("tasks").where("id", "=", taskId).execute();
  await db
    .updateTable("deliveries")
    .set({ state: "sent", claimed_at: nowIso() })
    .where("subject_id", "=", reminderId)
    .execute();
  expect(await say("DONE")).toContain("Done");
}

test("UNDO again takes back the change before, and then the task itself", async () => {
  await using home = await couple();
  const { db, nora, say, add } = home;
  const id = await add("Dentist on Thursday at 4pm");
  const read = async () => {
    const { due_local, assignee, deleted_at } = (await findTaskOrDeleted(db, nora, id))!;
    return { due_local, assignee, isDeleted: deleted_at !== null };
  };
  const first = await read();
  await say("move dentist to Friday");
  const moved = await read();
  await say("the dentist is done");
  await say("UNDO");
  await say("Bob takes the dentist");
  expect(await say("YES")).toContain("Bob has it now");
  for (const state of [moved, first, { ...first, isDeleted: true }]) {
    expect(await say("UNDO")).toBe("Mila: Taken back: Dentist.");
    expect(await read()).toEqual(state);
  }
});

test("UNDO again stops at what somebody else changed between two changes", async () => {
  await using home = await couple();
  const { db, bob, say, add } = home;
  const id = await add("Dentist on Thursday at 4pm");
  await say("move dentist to Friday");
  await retitle(home, bob, id, "Dentist, Emma");
  await say("move dentist to Saturday");
  expect(await say("UNDO")).toBe("Mila: Taken back: Dentist, Emma.");
  const { due_local } = (await findTaskOrDeleted(db, bob, id))!;
  expect(await say("UNDO")).toBe('Mila: Nothing changed. "Dentist, Emma" was changed since.');
  expect(await findTaskOrDeleted(db, bob, id)).toMatchObject({ due_local, deleted_at: null });
});

/** Nora asked Alex by text, and then gave the task to Sam. */
async function givenToSam({ db, sendDue }: Texting, answer?: "YES") {
  const nora = await newAskingFamily(db);
  const say = (words: string, from = phones.nora) => talk(db, words, { from });
  const id = await newTask(db, nora, "Call the vet");
  await sendRequest(db, nora, id, nora.alex);
  await sendDue();
  if (answer) await say(answer, phones.alex);
  await sendDue();
  await say("Sam takes the vet");
  const told = await say("YES");
  expect(told).toContain("Sam has it now");
  const read = async () => {
    const { task } = await readDelegation(db, id);
    return [task.assignee, task.delegation_status];
  };
  return { nora, id, say, read, told };
}

type Texting = Awaited<ReturnType<typeof startTexting>>;

test("UNDO of giving a task to somebody brings back the yes whose person has not heard of it", async () => {
  await using texting = await startTexting(newDatabase());
  const { say, read, told } = await givenToSam(texting, "YES");
  expect(told).toContain("Call the vet. Alex hears of it. I haven't told Sam. Reply UNDO");
  expect(await say("UNDO")).toBe("Mila: Taken back: Call the vet.");
  expect(await read()).toEqual(["Alex", "accepted"]);
  const { length } = texting.twilio.messages();
  await sendAll(texting);
  expect(texting.twilio.messages()).toHaveLength(length);
  expect(await say("DONE", phones.alex)).toContain("Nora knows it's done: Call the vet");
});

test("UNDO of giving a task to somebody changes nothing once the person with the yes has heard of it", async () => {
  await using texting = await startTexting(newDatabase());
  const { say, read } = await givenToSam(texting, "YES");
  await sendAll(texting);
  expect(texting.textsTo(phones.alex).at(-1)).toContain("Sam has it now: Call the vet");
  expect(await say("UNDO")).toBe(
    "Mila: Nothing changed. Alex knows that Sam has it now. Ask again in Mila.",
  );
  expect(await read()).toEqual(["Sam", "none"]);
});

test("UNDO of giving a task to somebody brings back the request that nobody had answered", async () => {
  await using texting = await startTexting(newDatabase());
  const { say, read, told } = await givenToSam(texting);
  expect(told).toContain("Alex is no longer asked. I haven't told Sam.");
  expect(await say("UNDO")).toBe("Mila: Taken back: Call the vet.");
  expect(await read()).toEqual([null, "pending"]);
  expect(await say("YES", phones.alex)).toContain("Nora knows you're on it: Call the vet");
  expect(texting.textsTo(phones.alex)).toHaveLength(1);
});

async function sendAll({ db, sendDue }: Texting) {
  const past = { not_before: "2020-01-01T00:00:00.000Z" };
  await db.updateTable("deliveries").set(past).where("state", "=", "ready").execute();
  await sendDue();
}

test("UNDO of giving a task to somebody gives it back to whose turn it is", async () => {
  await using home = await couple();
  const { db, nora, say, add } = home;
  const id = await add(`Trash every ${laterWeekday()} at 8pm`);
  const people = [nora.sam, nora.alex];
  await setTurns(db, nora, id, { who: "people", people, order: "each" });
  const read = async () => {
    const { assignee, has_turn } = (await findTaskOrDeleted(db, nora, id))!;
    return { assignee, has_turn };
  };
  expect(await read()).toEqual({ assignee: "Sam", has_turn: 1 });
  await say("Bob takes the trash");
  expect(await say("YES")).toContain("Bob has it now: Trash. Bob will be reminded. ");
  expect(await say("UNDO")).toBe("Mila: Taken back: Trash.");
  expect(await read()).toEqual({ assignee: "Sam", has_turn: 1 });
});
