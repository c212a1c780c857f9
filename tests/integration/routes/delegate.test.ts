import { expect, test } from "vitest";
import { action as call } from "#app/routes/api/delegate-task.ts";
import { action } from "#app/routes/tasks/delegate.tsx";
import { newDatabase } from "../../support/database.ts";
import { newCouple, newTask, told } from "../../support/delegation.ts";
import { newFamily } from "../../support/family.ts";
import { routeArgs } from "../../support/route.ts";

test("by a way that is not set up nobody is asked: the form comes back and offers another", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const fields = { familyMemberId: nora.sam, method: "sms" };
  const path = `/tasks/${taskId}/delegate`;
  const answer = await action(await routeArgs(own.db, { path, userId: nora.userId, params: { id: taskId }, fields }));
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { error: { method: ["SMS is not set up here. Choose another way, or the link to copy."] } },
  });
  expect((await told(own.db, taskId)).requests).toEqual([]);
});

test("delegate-task says what it cannot do", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const answerTo = async (json: unknown, userId?: string) => {
    const args = await routeArgs(own.db, { path: "/api/delegate-task", json, ...(userId && { userId }) });
    const response = await call(args).catch((thrown: unknown) => thrown as Response);
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, error?.code];
  };
  const body = { taskId, familyMemberId: nora.sam };
  expect(await answerTo(body)).toEqual([401, "unauthorized"]);
  expect(await answerTo("no JSON", nora.userId)).toEqual([400, "not_json"]);
  expect(await answerTo({ taskId }, nora.userId)).toEqual([422, "invalid"]);
  // Here nothing is set up to send with.
  expect(await answerTo(body, nora.userId)).toEqual([502, "provider"]);
  expect(await answerTo({ ...body, taskId: await newTask(own.db, stranger) }, nora.userId)).toEqual([404, "not_found"]);
  expect(await answerTo({ ...body, familyMemberId: "nobody" }, nora.userId)).toEqual([404, "not_found"]);
});
