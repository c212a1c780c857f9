import { expect, test } from "vitest";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";

test("a yes after somebody else was asked is the page's request, and can be replaced", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const sams = await sendRequest(db, nora, taskId);
  await answerAs(db, sams, "decline");
  await sendRequest(db, nora, taskId, nora.alex);
  await answerAs(db, sams, "accept");
  const instance = { isSetUp: () => true, origin: "https://mila.example" };
  const page = await findDelegatePage(db, nora, taskId, instance);
  expect(page?.current).toMatchObject({ id: sams, name: "Sam", status: "accepted" });
  const again = {
    taskId,
    familyMemberId: nora.alex,
    method: "sms",
    shown: page?.shown ?? "",
  } as const;
  expect(await ask(db, nora, again)).toMatchObject({ status: "asked", state: "pending" });
  expect((await readDelegation(db, taskId)).task.delegated_to).toBe(nora.alex);
});
