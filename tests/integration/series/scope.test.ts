import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso, Temporal } from "#app/domain/core/time.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { chooseOther } from "#app/domain/tasks/changing/choose-other.server.ts";
import { completeTask, editTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { assigneeOfTask, findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { EditScope } from "#app/domain/tasks/input.ts";
import type { Database } from "#db/schema.ts";
import { newAskingFamily, sendRequest } from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

/** Changes title, category, person and time of a task. */
async function edit(db: Kysely<Database>, nora: TestFamily, id: string, scope: EditScope) {
  const task = (await findTasks(db, [id])).get(id)!;
  const content = {
    title: "Glass",
    category: "Elders",
    assignee: "Sam",
    description: "Brown bin",
  } as const;
  const dueDate = task.due_local!.replace(/T.*/, "T08:15");
  expect(
    await editTask(
      db,
      nora,
      id,
      { ...content, dueDate, version: task.version, scope },
      nora.timeZone,
    ),
  ).toBe("saved");
}

async function tasksOf(db: Kysely<Database>) {
  return db
    .selectFrom("tasks")
    .select(["title", "category", "description", "due_local", "is_completed"])
    .select(assigneeOfTask)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

const old = {
  title: "Take out the trash",
  category: "Household",
  assignee: null,
  description: null,
};
const glass = { title: "Glass", category: "Elders", assignee: "Sam", description: "Brown bin" };

test("an edit of only this one leaves the next as it was", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await edit(db, nora, first, "one");
  await completeTask(db, nora, first);
  expect(await tasksOf(db)).toMatchObject([glass, { ...old, due_local: due(1) }]);
});

test("an edit of this and the following is for the next ones, with its time", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  await edit(db, nora, second!.id, "following");
  await completeTask(db, nora, second!.id);
  expect(await tasksOf(db)).toMatchObject([
    { ...old, due_local: due(0) },
    { ...glass, due_local: due(1).replace("19:00", "08:15") },
    { ...glass, due_local: due(2).replace("19:00", "08:15") },
  ]);
});

test("an edit of all is for those that are done too, except their times", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  await edit(db, nora, (await openTasks(db, nora))[0]!.id, "all");
  expect(await tasksOf(db)).toMatchObject([
    { ...glass, due_local: due(0), is_completed: 1 },
    { ...glass, due_local: due(1).replace("19:00", "08:15") },
  ]);
});

test("an edit of one that is done, for it and the following, changes the open one", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await completeTask(db, nora, first);
  await edit(db, nora, first, "following");
  expect(await tasksOf(db)).toMatchObject([
    glass,
    { ...glass, due_local: due(1).replace("19:00", "08:15") },
  ]);
});

test("what was not changed stays different", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  await edit(db, nora, first, "one");
  const only = {
    ...glass,
    category: "Elders",
    title: "Paper",
    dueDate: due(0).replace("19:00", "08:15"),
  } as const;
  await editTask(db, nora, first, { ...only, version: 2, scope: "all" }, nora.timeZone);
  await completeTask(db, nora, first);
  expect(await tasksOf(db)).toMatchObject([
    { title: "Paper" },
    { ...old, title: "Paper", due_local: due(1) },
  ]);
});

test("an edit of all leaves those that follow where they are if the day was moved before", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const moved = `${Temporal.PlainDate.from(due(0).slice(0, 10)).add({ days: 1 })}T19:00`;
  const draft = { title: "Bins", category: "Household", dueDate: moved } as const;
  await editTask(db, nora, first, { ...draft, version: 1, scope: "one" }, nora.timeZone);
  await editTask(
    db,
    nora,
    first,
    { ...draft, title: "All bins", version: 2, scope: "all" },
    nora.timeZone,
  );
  await completeTask(db, nora, first);
  expect(await openTasks(db, nora)).toMatchObject([{ title: "All bins", due_local: due(1) }]);
});

test("another reading of a series is for all of it", async () => {
  await using home = await weekly();
  const { db, nora, first, due } = home;
  const at8 = due(0).replace("19:00", "08:00");
  const reading = {
    task_id: first,
    title: "Take out the trash",
    category: "Household",
    due_local: due(0),
  } as const;
  const lists = {
    other_categories: `["Kids"]`,
    other_dues: JSON.stringify([at8]),
    is_time_said: 1,
  } as const;
  await db
    .insertInto("task_readings")
    .values({ ...reading, ...lists, not_understood: null })
    .execute();
  expect(await chooseOther(db, nora, first, { dueDate: at8 })).toBe("date");
  expect(await chooseOther(db, nora, first, { category: "Kids" })).toBe("category");
  await completeTask(db, nora, first);
  expect((await tasksOf(db))[1]).toMatchObject({
    category: "Kids",
    due_local: due(1).replace("19:00", "08:00"),
  });
});

test("an edit for all of one that is done changes the next one, and can be followed by Undo", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  await edit(db, nora, first, "all");
  expect(await reopenTask(db, nora, first)).toBe(true);
});

test("an edit of the next one touches it, so the one before stays done", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  await edit(db, nora, next!.id, "one");
  expect(await reopenTask(db, nora, first)).toBe(false);
  await edit(db, nora, first, "all");
  expect(await reopenTask(db, nora, first)).toBe(false);
});

test("an edit of the following ends a turn that was taken, also while somebody is asked", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const due = "2041-05-05T19:00";
  const first = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  const takeFromNobody = () => takeTurn(db, nora, second!.id, { from: "" });
  expect(await takeFromNobody()).toMatchObject({ status: "taken" });
  await sendRequest(db, nora, second!.id);
  await edit(db, nora, first, "following");
  expect(await takeFromNobody()).toMatchObject({ status: "taken" });
});
