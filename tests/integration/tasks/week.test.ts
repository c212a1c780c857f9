import { expect, test } from "vitest";
import { listAssignees } from "#app/domain/tasks/lists/assignees.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

// A Wednesday morning in New York.
const now = "2026-10-07T12:30:00.000Z";

test("the week counts upcoming, past and completed tasks and names its busiest day", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Sam: "spouse" });
  const say = (text: string, at: string = now) => addTask(own.db, family, { text, now: at });
  for (const text of ["dentist on Friday at 3pm", "pay rent on Friday", "call mom tomorrow", "fix bike in 3 weeks"]) {
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
    .selectFrom("family_members")
    .select("id")
    .where("name", "=", "Sam")
    .executeTakeFirstOrThrow();
  await own.db
    .updateTable("tasks")
    .set({ delegated_to: sam.id, delegation_status: "pending", assignee: "Sam" })
    .where("id", "=", id)
    .execute();
  expect((await readWeek(own.db, family, now)).unanswered).toEqual([{ title: "Pick up Emma", name: "Sam" }]);
  expect((await readWeek(own.db, other, now)).unanswered).toEqual([]);
  expect(await listAssignees(own.db, family.householdId)).toEqual([{ name: "Sam", count: 1 }]);
});
