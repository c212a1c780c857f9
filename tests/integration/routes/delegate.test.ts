import { expect, test } from "vitest";
import { action as call } from "#app/routes/api/delegate-task.ts";
import { action, loader } from "#app/routes/tasks/delegate/delegate.tsx";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test("an unconfigured channel sends nothing, and the form offers another", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const fields = { familyMemberId: nora.sam, method: "sms" };
  const path = `/tasks/${taskId}/delegate`;
  const answer = await action(
    await routeArgs(own.db, { path, userId: nora.userId, params: { id: taskId }, fields }),
  );
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { error: { method: ["SMS isn't set up here. Choose another way, or copy a link."] } },
  });
  expect((await readDelegation(own.db, taskId)).requests).toEqual([]);
});

test("a stale page keeps the existing answer and asks only when sent again", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const path = `/tasks/${taskId}/delegate`;
  const args = { path, userId: nora.userId, params: { id: taskId } };
  const seen = async () => (await loader(await routeArgs(own.db, args))).shown;
  const sends = async (shown: string, familyMemberId = nora.sam) =>
    action(await routeArgs(own.db, { ...args, fields: { familyMemberId, method: "link", shown } }));
  const is = (words: string) => ({
    init: { status: 409 },
    data: { error: { "": [expect.stringContaining(words)] } },
  });

  const atFirst = await seen();
  const id = await sendRequest(own.db, nora, taskId, nora.sam, "link");
  expect(await sends(atFirst, nora.alex)).toMatchObject(is("Sam was asked in the meantime"));
  const asked = await seen();
  await answerAs(own.db, id, "accept");
  for (const whom of [nora.sam, nora.alex]) {
    expect(await sends(asked, whom)).toMatchObject(is("Sam said yes in the meantime"));
  }
  expect((await readDelegation(own.db, taskId)).requests).toMatchObject([
    { id, state: "accepted" },
  ]);

  const answered = await seen();
  for (let times = 0; times < 2; times += 1)
    expect(await sends(answered)).toMatchObject({ status: 303 });
  const { requests } = await readDelegation(own.db, taskId);
  expect(requests).toMatchObject([{ state: "pending" }, { id, state: "superseded" }]);
});

test("delegate-task explains why it cannot ask", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const answerTo = async (json: unknown, userId?: string) => {
    const args = await routeArgs(own.db, {
      path: "/api/delegate-task",
      json,
      ...(userId && { userId }),
    });
    const response = await call(args).catch((thrown: unknown) => thrown as Response);
    const { error } = (await response.json()) as { error?: { code: string; message: string } };
    return [response.status, error?.code, ...(error?.code === "conflict" ? [error.message] : [])];
  };
  const body = { taskId, familyMemberId: nora.sam };
  expect(await answerTo(body)).toEqual([401, "unauthorized"]);
  expect(await answerTo("no JSON", nora.userId)).toEqual([400, "not_json"]);
  expect(await answerTo({ taskId }, nora.userId)).toEqual([422, "invalid"]);
  // Nothing is set up to send with.
  expect(await answerTo(body, nora.userId)).toEqual([502, "provider"]);
  expect(await answerTo({ ...body, taskId: await newTask(own.db, stranger) }, nora.userId)).toEqual(
    [404, "not_found"],
  );
  expect(await answerTo({ ...body, familyMemberId: "nobody" }, nora.userId)).toEqual([
    404,
    "not_found",
  ]);

  const alone = await newFamily(own.db, { Emma: "child" });
  const nobody = [409, "conflict", "No spouse or partner added yet"];
  const aloneTaskId = await newTask(own.db, alone);
  for (const familyMemberId of [undefined, null, "", "nobody", nora.sam]) {
    expect(await answerTo({ taskId: aloneTaskId, familyMemberId }, alone.userId)).toEqual(nobody);
  }
  expect(await answerTo({ taskId, familyMemberId: nora.sam }, alone.userId)).toEqual([
    404,
    "not_found",
  ]);
});
