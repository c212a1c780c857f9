import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { listTasks, taskListQuery } from "#app/domain/tasks/lists/task-list.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import { tasksOfQuery } from "#app/domain/tasks/changing/announce-later.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { addTask } from "../../support/people/say.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test("open tasks come before completed ones, newest first", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const ids: string[] = [];
  for (const text of ["First", "Second", "Third", "Fourth"])
    ids.push((await addTask(own.db, family, { text })).id);
  await completeTask(own.db, family, ids[3] ?? "");
  await completeTask(own.db, family, ids[0] ?? "");
  const titles = (await listTaskCards(own.db, family)).tasks.map(({ title }) => title);
  expect(titles).toEqual(["Third", "Second", "Fourth", "First"]);
});

test("a task can be completed and reopened, deleted and restored", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Water the plants" });
  const listed = async () => (await listTaskCards(own.db, family)).tasks;

  expect(await completeTask(own.db, family, id)).toBe(true);
  expect(await listed()).toMatchObject([{ isCompleted: true }]);
  expect(await reopenTask(own.db, family, id)).toBe(true);
  expect(await listed()).toMatchObject([{ isCompleted: false }]);
  expect(await deleteTask(own.db, family, id)).toBe(true);
  expect(await listed()).toEqual([]);
  expect(await completeTask(own.db, family, id)).toBe(false);
  expect(await restoreTask(own.db, family, id)).toBe(true);
  expect(await listed()).toMatchObject([{ id }]);
});

test("a long list is shown in parts", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const tasks = Array.from({ length: 251 }, (_, number) => ({
    id: newId(),
    household_id: family.householdId,
    user_id: family.userId,
    title: `Task ${number}`,
    category: "Household" as const,
    is_completed: number < 51 ? (1 as const) : (0 as const),
    created_at: nowIso(),
  }));
  await own.db.insertInto("tasks").values(tasks).execute();
  const first = await listTaskCards(own.db, family);
  expect(first.tasks).toHaveLength(250);
  expect(first.next).toEqual({ pages: 2, after: null });
  const second = await listTaskCards(own.db, family, nowIso(), { window: first.next! });
  expect(second.tasks).toHaveLength(251);
  expect(second.next).toBeNull();
});

test("the week's list omits tasks due later and those completed before it", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const now = "2031-06-11T12:00:00.000Z";
  const add = async (title: string, day: string | null, is_completed: 0 | 1) => {
    const id = newId();
    const whose = {
      household_id: family.householdId,
      user_id: family.userId,
      category: "Kids",
    } as const;
    await own.db
      .insertInto("tasks")
      .values({
        id,
        title,
        is_completed,
        created_at: now,
        ...whose,
        ...(day && dueColumns(`${day}T12:00`, "UTC")),
      })
      .execute();
  };
  await add("overdue", "2031-06-01", 0);
  await add("done long ago", "2029-06-01", 1);
  await add("done ahead of time", "2031-06-13", 1);
  await add("this week", "2031-06-13", 0);
  await add("later", "2031-07-13", 0);
  await add("some day", null, 0);
  const week = { from: now, to: "2031-06-18T12:00:00.000Z" };
  const titles = (await listTaskCards(own.db, family, now, { week })).tasks.map(
    ({ title }) => title,
  );
  expect(titles.toSorted()).toEqual(["done ahead of time", "overdue", "this week"]);
});

test.skipIf(skippedOnPostgres.plans)("the list uses its index and needs no sorting", async () => {
  await using own = newDatabase();
  const planOf = async (query: ReturnType<typeof taskListQuery>) =>
    withoutConstants(await query.explain(undefined, sql`query plan`));
  // Each row names its person.
  const byIndex = [
    { detail: expect.stringContaining("USING INDEX tasks_of_household") },
    { detail: "CORRELATED SCALAR SUBQUERY 1" },
    { detail: expect.stringContaining("SEARCH people USING INDEX") },
  ];
  expect(await planOf(taskListQuery(own.db, "any", 0))).toMatchObject(byIndex);
  const further = await planOf(
    taskListQuery(own.db, "any", 0, { after: { created_at: nowIso(), id: newId() } }),
  );
  expect(further).toMatchObject(byIndex);
  expect(JSON.stringify(further)).toContain("(created_at,id)<(?,?)");
});

test("a due date is in the viewer's zone, with the original time if its zone differs", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const now = "2026-10-07T12:30:00.000Z";
  await addTask(own.db, family, { text: "dentist at 3pm tomorrow", now });
  const labelIn = async (timeZone: string) =>
    (await listTaskCards(own.db, { ...family, timeZone }, now)).tasks[0]?.due?.label;
  expect(await labelIn("America/New_York")).toBe("Oct 8, 3:00 PM");
  expect(await labelIn("America/Toronto")).toBe("Oct 8, 3:00 PM");
  expect(await labelIn("Europe/Berlin")).toBe("Oct 8, 9:00 PM (3:00 PM New York time)");
});

test("a due date in the next days has the day's name, and one in another year its year", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const now = "2026-12-28T12:30:00.000Z";
  for (const text of ["Swim on January 4", "Swim on January 3", "Swim tomorrow", "Swim today"]) {
    await addTask(own.db, family, { text, now });
  }
  const { tasks } = await listTaskCards(own.db, family, now);
  expect(tasks.map(({ due }) => [due?.day, due?.label])).toEqual([
    ["Today", "Dec 28, 12:00 PM"],
    ["Tomorrow", "Dec 29, 12:00 PM"],
    ["Sunday", "Jan 3, 2027, 12:00 PM"],
    [null, "Jan 4, 2027, 12:00 PM"],
  ]);
});

test.skipIf(skippedOnPostgres.plans)(
  "someone's tasks are found by the indexes of who has them and who was asked",
  async () => {
    await using own = newDatabase();
    const plan = await tasksOfQuery(own.db, "somebody").explain(undefined, sql`query plan`);
    const details = plan.map(({ detail }) => String(detail)).join("\n");
    expect(details).toContain("USING INDEX tasks_of_person");
    expect(details).toContain("USING INDEX tasks_by_delegate");
  },
);

test("another reading of a date is offered only until its time", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  // A Thursday, 9:00 in New York.
  await addTask(own.db, family, { text: "Walk the dog at 7", now: "2041-06-13T13:00:00.000Z" });
  const labels = async (now: string) =>
    (await listTasks(own.db, family, now)).tasks[0]?.others?.dues.map(({ label }) => label);
  expect(await labels("2041-06-13T13:00:00.000Z")).toEqual(["Fri 7 AM"]);
  expect(await labels("2041-06-14T11:30:00.000Z")).toEqual([]);
});
