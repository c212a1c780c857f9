import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { listAssignees } from "#app/domain/tasks/lists/assignees.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { summarizeWeek } from "#app/domain/tasks/week/week.ts";
import { readWeek, weekQuery } from "#app/domain/tasks/week/week.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newMember } from "../../support/records/family.ts";
import { personIdOf } from "../../support/records/people.ts";
import { addTask } from "../../support/people/say.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

// A Wednesday morning in New York.
const now = "2026-10-07T12:30:00.000Z";

test("the week counts upcoming, past and completed tasks and names its busiest day", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Sam: "spouse" });
  const say = (text: string, at: string = now) => addTask(own.db, family, { text, now: at });
  for (const text of [
    "dentist on Friday at 3pm",
    "pay rent on Friday",
    "call mom tomorrow",
    "fix bike in 3 weeks",
  ]) {
    await say(text);
  }
  await say("water the plants today at 9am", "2026-10-06T12:00:00.000Z");
  const { id } = await say("buy milk tomorrow");
  await completeTask(own.db, family, id);
  await say("no date at all");
  expect(await readWeek(own.db, family, now)).toEqual({
    ahead: 3,
    busiestDay: { name: "Friday", count: 2 },
    unanswered: [],
    moreUnanswered: 0,
    overdue: 1,
    done: 1,
  });
});

test("the week names who has not answered, and the list names assignees", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Sam: "spouse" });
  const other = await newFamily(own.db, { Dan: "partner" });
  const { id } = await addTask(own.db, family, { text: "pick up Emma" });
  await addTask(own.db, other, { text: "pick up Leo" });
  const sam = await own.db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Sam")
    .executeTakeFirstOrThrow();
  await own.db
    .updateTable("tasks")
    .set({ delegated_to: sam.id, delegation_status: "pending", assignee_id: sam.id })
    .where("id", "=", id)
    .execute();
  expect((await readWeek(own.db, family, now)).unanswered).toEqual([
    { title: "Pick up Emma", name: "Sam" },
  ]);
  expect((await readWeek(own.db, other, now)).unanswered).toEqual([]);
  expect(await listAssignees(own.db, family.householdId)).toEqual([
    { id: sam.id, name: "Sam", count: 1 },
  ]);
});

test("somebody who was asked is told so, and the others hear their name", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const { id } = await addTask(own.db, nora, { text: "pick up Emma tomorrow at 3pm", now });
  const delegated_to = await personIdOf(own.db, nora.userId);
  await own.db
    .updateTable("tasks")
    .set({ delegated_to, delegation_status: "pending" })
    .where("id", "=", id)
    .execute();
  const ben = { ...nora, userId: await newMember(own.db, nora.householdId) };
  const summaryFor = async (viewer: typeof nora) =>
    summarizeWeek(await readWeek(own.db, viewer, now));
  expect(await summaryFor(nora)).toContain("You haven't answered about “Pick up Emma” yet.");
  expect(await summaryFor(ben)).toContain(" hasn't answered about “Pick up Emma” yet.");
});

test.skipIf(skippedOnPostgres.plans)(
  "a full week is counted by its index, and only the newest two requests are named",
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db, { Sam: "spouse" });
    const { id: delegated_to } = await own.db
      .selectFrom("people")
      .select("id")
      .where("name", "=", "Sam")
      .executeTakeFirstOrThrow();
    const plan = async (days: number, more: object = {}) => {
      const due_date = laterBy(now, { hours: 24 * days });
      const whose = {
        household_id: family.householdId,
        user_id: family.userId,
        category: "Kids" as const,
      };
      const task = {
        id: newId(),
        title: `In ${days} days`,
        created_at: due_date,
        due_date,
        due_time_zone: "UTC",
      };
      await own.db
        .insertInto("tasks")
        .values({ ...whose, ...task, due_local: due_date.slice(0, 16), ...more })
        .execute();
    };
    for (const days of [-2, -1, 0, 0.1, 0.2, 1, 1.1, 5, 5.1, 5.2, 5.3, 6.9, 7, 8]) await plan(days);
    for (const days of [10, 11, 12, 13])
      await plan(days, { delegated_to, delegation_status: "pending" });
    expect(await readWeek(own.db, family, now)).toEqual({
      ahead: 10,
      busiestDay: { name: "Monday", count: 4 },
      unanswered: [
        { title: "In 13 days", name: "Sam" },
        { title: "In 12 days", name: "Sam" },
      ],
      moreUnanswered: 2,
      overdue: 2,
      done: 0,
    });
    const query = weekQuery(own.db, "any", { clock: { now, startOfToday: now }, days: [] });
    expect(JSON.stringify(await query.explain(undefined, sql`query plan`))).toContain(
      "tasks_by_due_date (household_id=?",
    );
  },
);

test("of many assignees, those with the most tasks are named", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const tasks = Array.from({ length: 40 }, (_, index) => ({
    id: newId(),
    title: "Errand",
    category: "Kids" as const,
    created_at: now,
    household_id: family.householdId,
    user_id: family.userId,
    assignee_name: `Person ${Math.max(index, 2)}`,
  }));
  await own.db.insertInto("tasks").values(tasks).execute();
  const named = await listAssignees(own.db, family.householdId);
  expect(named).toHaveLength(20);
  expect(named[0]).toEqual({ id: null, name: "Person 2", count: 3 });
});
