import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";

/** Sam, who has no account, said yes by text. */
async function samSaidYes() {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newSeries(db, nora, {
    rule: "FREQ=WEEKLY",
    due: "2101-06-10T15:00",
    now: nowIso(),
  });
  await db.updateTable("tasks").set({ title: "Trash" }).where("id", "=", taskId).execute();
  await sendRequest(db, nora, taskId);
  const say = (words: string, now = nowIso()) => talk(db, words, { from: phones.sam, now });
  expect(await say("Yes")).toContain("Nora knows you're on it: Trash");
  return { db, nora, taskId, say, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

const move = (db: Kysely<Database>, nora: AskingFamily, taskId: string, local: string) =>
  setDueDate(db, nora, taskId, local, "America/New_York");

const over: [
  string,
  string,
  (scene: Awaited<ReturnType<typeof samSaidYes>>) => Promise<unknown>,
][] = [
  [
    "deleted",
    'Mila: Nothing changed: Nora deleted "Trash" a moment ago.',
    ({ db, nora, taskId }) => deleteTask(db, nora, taskId),
  ],
  [
    "skipped",
    'Mila: Nothing changed: Nora skipped "Trash" a moment ago.',
    ({ db, nora, taskId }) => skipOccurrence(db, nora, taskId),
  ],
  [
    "done",
    'Mila: Nothing changed: Nora completed "Trash" a moment ago.',
    ({ db, nora, taskId }) => completeTask(db, nora, taskId),
  ],
  [
    "taken back",
    "Mila: That's no longer needed.",
    ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId),
  ],
  [
    "given to another",
    "Mila: Alex has it now, thank you.",
    async ({ db, nora, taskId }) =>
      answerAs(db, await sendRequest(db, nora, taskId, nora.alex, "link"), "accept"),
  ],
];

test.for(over)(
  "DONE to what was %s since the yes says so each time, and changes nothing",
  async ([, words, change]) => {
    await using home = await samSaidYes();
    await change(home);
    const before = await readDelegation(home.db, home.taskId);
    for (const done of ["DONE", "Done trash", "done"]) expect(await home.say(done)).toBe(words);
    expect(await readDelegation(home.db, home.taskId)).toEqual(before);
  },
);

test("DONE twice says that it is done already", async () => {
  await using home = await samSaidYes();
  expect(await home.say("DONE")).toBe("Mila: Thank you. Nora knows it's done: Trash.");
  expect(await home.say("DONE")).toBe("Mila: That's already done, thank you.");
});

test("DONE to what was moved since the yes says who moved it, and counts when it is said again", async () => {
  await using home = await samSaidYes();
  const { db, nora, taskId, say } = home;
  await move(db, nora, taskId, "2101-06-12T16:30");
  expect(await say("DONE")).toBe(
    "Mila: Nora moved this to Sun, Jun 12, 2101 at 4:30 PM: Trash. Reply DONE again if it's done.",
  );
  expect((await readDelegation(db, taskId)).task.is_completed).toBe(0);
  expect(await say("DONE")).toBe("Mila: Thank you. Nora knows it's done: Trash.");
});

test("DONE counts at once for what was moved, once its new time has come", async () => {
  await using home = await samSaidYes();
  const { db, nora, taskId, say } = home;
  await move(db, nora, taskId, "2101-06-12T16:30");
  expect(await say("DONE", "2101-06-12T21:00:00.000Z")).toContain("Thank you. Nora knows");
});

test("NO to another date gives the task back", async () => {
  await using home = await samSaidYes();
  const { db, nora, taskId, say } = home;
  await move(db, nora, taskId, "2101-06-12T16:30");
  expect(await say("No")).toBe("Mila: All right. Nora knows you can't any more: Trash.");
});

test("DONE to what has no date any more says so once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora, "Trash");
  await sendRequest(db, nora, taskId);
  const say = (words: string) => talk(db, words, { from: phones.sam });
  await say("Yes");
  await db
    .updateTable("tasks")
    .set({ due_date: null, due_local: null, due_time_zone: null, moved_by: nora.userId })
    .where("id", "=", taskId)
    .execute();
  expect(await say("DONE")).toBe(
    "Mila: Nora removed its date: Trash. Reply DONE again if it's done.",
  );
  expect(await say("DONE")).toContain("Nora knows it's done");
});

test("DONE means the yes whose time has come, not the last one", async () => {
  await using home = await samSaidYes();
  const { db, nora, taskId, say } = home;
  const now = laterBy("2101-06-10T19:00:00.000Z", { hours: 1 });
  const later = await newTask(db, nora, "Dishes");
  await move(db, nora, later, "2101-06-14T16:30");
  await sendRequest(db, nora, later);
  expect(await say("Yes")).toContain("Dishes");
  expect(await say("DONE", now)).toContain("Nora knows it's done: Trash.");
  expect((await readDelegation(db, taskId)).task.is_completed).toBe(1);
  expect((await readDelegation(db, later)).task.is_completed).toBe(0);
});

test("DONE after two days is not about what is over", async () => {
  await using home = await samSaidYes();
  const { db, nora, taskId, say } = home;
  await deleteTask(db, nora, taskId);
  const later = await newTask(db, nora, "Dishes");
  await sendRequest(db, nora, later);
  await say("Yes");
  expect(await say("DONE", laterBy(nowIso(), { hours: 72 }))).toContain("Nora knows it's done");
  expect(await say("DONE", laterBy(nowIso(), { hours: 73 }))).toBeNull();
});
