import { expect, test } from "vitest";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";

test("choosing another by hand ends the request of who said yes, whose NO comes late", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const request = await sendRequest(db, nora, taskId);
  await answerAs(db, request, "accept");
  const { version } = await db
    .selectFrom("tasks")
    .select("version")
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const due = { dueDate: "2101-06-10T15:00", version, scope: "one" } as const;
  const draft = { title: "Pick up Emma", category: "Kids", assignee: "Emma", ...due } as const;
  expect(await editTask(db, nora, taskId, draft, "America/New_York")).toBe("saved");
  expect(await answerAs(db, request, "decline")).toBe("late");
  expect(await readDelegation(db, taskId)).toMatchObject({
    task: { delegation_status: "none", delegated_to: null, assignee: "Emma" },
    requests: [{ state: "superseded", answer: "accepted" }],
  });
});
