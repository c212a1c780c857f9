import { expect, test } from "vitest";
import { laterTonight, remindTonight } from "#app/domain/pages/remind-tonight.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const berlin = "Europe/Berlin";

function taken(reminded: Awaited<ReturnType<typeof remindTonight>>) {
  if ("refused" in reminded) throw new Error("There were too many");
  return reminded;
}

test.for([
  ["2031-06-04T06:00:00Z", "2031-06-04T20:00", "in the morning"],
  ["2031-06-04T17:59:59Z", "2031-06-04T20:00", "a second before 8 PM"],
  ["2031-06-04T18:00:00Z", "2031-06-04T21:00", "at 8 PM"],
  ["2031-06-04T18:40:00Z", "2031-06-04T21:00", "after 8 PM"],
  ["2031-06-04T20:59:00Z", "2031-06-04T23:00", "before 11 PM"],
  ["2031-06-04T21:30:00Z", "2031-06-05T08:00", "near midnight"],
  ["2031-06-04T22:30:00Z", "2031-06-05T20:00", "after midnight"],
  ["2031-12-31T22:30:00Z", "2032-01-01T08:00", "on New Year's Eve"],
] as const)("later tonight at %s is %s: %s", ([now, local]) => {
  expect(laterTonight(now, berlin)).toBe(local);
});

test("a reminder tonight is a task with everything typed in it, and reminds when it is due", async () => {
  await using own = newDatabase();
  const viewer = { ...(await newFamily(own.db)), timeZone: berlin };
  const now = "2031-06-04T06:00:00.000Z";
  const fields: [string, string][] = [
    ["firstName", "Nora"],
    ["lastName", ""],
    ["role", "mom"],
    ["redirectTo", "/preferences"],
  ];
  const unsaved = { action: "/preferences/profile", fields };
  const { taskId, title, when } = taken(
    await remindTonight(own.db, viewer, unsaved, "abcdefgh-1", now),
  );
  expect([title, when]).toEqual(["Save again: Preferences, profile", "tonight at 8:00 PM"]);
  await remindTonight(own.db, viewer, unsaved, "abcdefgh-1", now);
  expect(
    await own.db.selectFrom("tasks").select(["id", "title", "description", "due_date"]).execute(),
  ).toEqual([
    {
      id: taskId,
      title,
      description: "First name: Nora\nRole: mom",
      due_date: "2031-06-04T18:00:00.000Z",
    },
  ]);
  const reminders = await own.db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .execute();
  expect(reminders).toContainEqual({ task_id: taskId, scheduled_at: "2031-06-04T18:00:00.000Z" });
});

test("the reminder names the task and what was wanted of it", async () => {
  await using own = newDatabase();
  const viewer = { ...(await newFamily(own.db)), timeZone: berlin };
  const { id } = await addTask(own.db, viewer, { text: "Pick up Emma" });
  const titleOf = async (action: string, fields: [string, string][] = []) =>
    taken(await remindTonight(own.db, viewer, { action, fields })).title;
  expect(await titleOf(`/tasks/${id}/complete`)).toBe("Mark as done: Pick up Emma");
  expect(await titleOf(`/tasks/${id}/delete`)).toBe("Delete: Pick up Emma");
  expect(await titleOf(`/tasks/${id}/edit`, [["title", "Pick up Leo"]])).toBe(
    "Save the changes to: Pick up Emma",
  );
  expect(
    await titleOf("/overdue", [
      ["taskId", id],
      ["choice", "done"],
    ]),
  ).toBe("Mark as done: Pick up Emma");
  expect(await titleOf("/dashboard", [["text", "buy milk at 5"]])).toBe("Add: buy milk at 5");
  expect(await titleOf("/tasks/confirm?text=x", [["drafts[0].title", "Buy milk"]])).toBe(
    "Add: Buy milk",
  );
  expect(await titleOf("/tasks/someone-elses/complete")).toBe(
    "Save again: Tasks, someone elses, complete",
  );
});
