import { sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { openTitlesQuery } from "#app/domain/tasks/find-tasks.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test("DONE and a name completes the open task of that name, also without a reminder", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newTalkingFamily(db);
  const [vet] = [await newTask(db, nora, "Call the vet"), await newTask(db, nora, "Dishes")];
  expect(await talk(db, "DONE call the vet")).toBe(
    "Mila: Done: Call the vet. Reply UNDO to take it back.",
  );
  expect((await readDelegation(db, vet)).task.is_completed).toBe(1);
  expect(await talk(db, "undo")).toBe("Mila: Open again: Call the vet.");
  await newTask(db, nora, "Call the school");
  expect(await talk(db, "Done call")).toBe(
    "Mila: Which one? Reply DONE and its name: Call the school; Call the vet.",
  );
  expect(await talk(db, "Snooze dishes")).toContain("I haven't sent you a reminder");
});

test.each(["DONE trash", "Snooze trash", "Done with the trash at 5pm"])(
  "%s is no new task where nothing has that name, and says what is open",
  async (words) => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newTalkingFamily(db);
    const name = words.slice(words.indexOf(" ") + 1);
    const none = `Mila: I found no open task called "${name}".`;
    expect(await talk(db, words)).toBe(none);
    for (const title of ["One", "Two", "Three", "Four", "Five"]) await newTask(db, nora, title);
    await newSeries(db, nora, {
      title: "Dishes",
      rule: "FREQ=DAILY",
      due: "2101-06-09T15:00",
      now: nowIso(),
    });
    expect(await talk(db, words)).toMatch(
      /^Mila: I found no .+ Open: Dishes; (\w+; ){3}and 2 more\.$/,
    );
    const { count } = await db
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    expect(count).toBe(6);
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "the search by name uses the index of the open tasks",
  async () => {
    await using own = newDatabase();
    const plan = await openTitlesQuery(own.db, "any").explain(undefined, sql`query plan`);
    expect(JSON.stringify(plan)).toContain(
      "tasks_of_household (household_id=? AND is_completed=?)",
    );
    expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
  },
);

/** Nora asked Sam, who has no account, by text. */
async function samWasAsked(...titles: string[]) {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskIds: string[] = [];
  for (const title of titles) {
    const taskId = await newTask(db, nora, title);
    await sendRequest(db, nora, taskId);
    taskIds.push(taskId);
  }
  const say = (words: string) => talk(db, words, { from: phones.sam });
  return { db, nora, taskIds, say, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

test("who was asked and has done it says so without a yes first", async () => {
  await using home = await samWasAsked("Trash");
  const { db, taskIds, say } = home;
  expect(await say("Done")).toBe("Mila: Thank you. Nora knows it's done: Trash.");
  const { task, requests } = await readDelegation(db, taskIds[0]!);
  expect(task).toMatchObject({ is_completed: 1, assignee: "Sam", delegation_status: "accepted" });
  expect(requests[0]).toMatchObject({ state: "accepted", done_at: expect.any(String) });
  const told = db
    .selectFrom("deliveries")
    .select("payload")
    .where("kind", "=", "delegation_answer");
  expect(await told.execute()).toEqual([{ payload: JSON.stringify({ answer: "done" }) }]);
});

test("a second DONE to what they said yes to is not about what they have not answered", async () => {
  await using home = await samWasAsked("Trash");
  const { db, nora, say } = home;
  await say("Yes");
  const dishes = await newTask(db, nora, "Dishes");
  await sendRequest(db, nora, dishes);
  expect(await say("done")).toContain("Nora knows it's done: Trash");
  expect(await say("done")).toBe("Mila: That's already done, thank you.");
  expect((await readDelegation(db, dishes)).task.is_completed).toBe(0);
  expect(await say("done dishes")).toContain("Nora knows it's done: Dishes");
});

test("DONE to several without an answer asks which", async () => {
  await using home = await samWasAsked("Trash", "Dishes");
  const { say } = home;
  expect(await say("done")).toMatch(/^Mila: Which one\? Reply DONE and its name: /);
  expect(await say("done dishes")).toContain("Nora knows it's done: Dishes");
  expect(await say("done cat")).toBe('Mila: I found no open task called "cat". Open: Trash.');
  expect(await say("no")).toContain("Nora knows you can't");
  expect(await say("done cat")).toBeNull();
});

test("DONE to what was moved since they were asked says so first", async () => {
  await using home = await samWasAsked("Trash");
  const { db, nora, taskIds, say } = home;
  await db.updateTable("delegations").set({ told_due: "2101-06-10T19:00:00.000Z" }).execute();
  await setDueDate(db, nora, taskIds[0]!, "2101-06-12T16:30", nora.timeZone);
  expect(await say("done")).toMatch(/^Mila: Nora moved this to .+ Reply DONE again/);
  expect(await say("done")).toContain("Nora knows it's done");
});
