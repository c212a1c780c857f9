import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { listRequests, type PastRequest } from "#app/domain/delegation/views/history.server.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import { RequestEntry } from "#app/ui/delegation/request-history.tsx";
import {
  answerAs,
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { samSaidYes, textsToSam } from "../../support/messages/said-yes.ts";
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

test("who said yes hears who has it now, and that nobody was asked instead", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId, sendAll } = scene;
  const give = async (assignee: string) => {
    const { version } = await db
      .selectFrom("tasks")
      .select("version")
      .where("id", "=", taskId)
      .executeTakeFirstOrThrow();
    const due = { dueDate: "2101-06-10T15:00", version, scope: "one" } as const;
    const draft = { title: "Pick up Emma", category: "Kids", assignee, ...due } as const;
    expect(await editTask(db, nora, taskId, draft, "America/New_York")).toBe("saved");
  };
  await give("Emma");
  await sendAll();
  expect(textsToSam(scene)).toEqual([
    expect.objectContaining({ body: expect.stringContaining("Mila: Emma has it now: Pick up") }),
  ]);
  const ends = async () =>
    (await listRequests(db, nora, taskId, true)).map(({ status, isReplaced }) =>
      isReplaced ? "replaced" : status,
    );
  expect(await ends()).toEqual(["superseded"]);
  await sendRequest(db, nora, taskId, nora.alex);
  await sendRequest(db, nora, taskId, nora.sam);
  expect(await ends()).toEqual(["pending", "replaced", "superseded"]);
  const [, replaced, given] = await listRequests(db, nora, taskId, true);
  const words = (entry: PastRequest) => renderToString(<RequestEntry entry={entry} />);
  expect(words(replaced!)).toContain("Replaced by a new request");
  expect(words(given!)).toContain("Given to someone else");
});
