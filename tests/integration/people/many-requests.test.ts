import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { plantTask, signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("asking and withdrawing over and over leaves a task's last 50 requests, and its page says so", async () => {
  const nora = await signedInFamily(mila.db);
  const taskId = await plantTask(mila.db, nora);
  const members = mila.db.updateTable("people").set({ name: "Otto", relation: "partner" });
  const { id: otto } = await members
    .where("household_id", "=", nora.householdId)
    .where("relation", "is not", null)
    .returning("id")
    .executeTakeFirstOrThrow();
  const headers = { cookie: nora.cookie };
  const askAndWithdraw = async () => {
    const asked = await rawPost(
      mila.url,
      `/tasks/${taskId}/delegate`,
      { familyMemberId: otto, method: "link" },
      headers,
    );
    expect(asked.status).toBe(303);
    await rawPost(mila.url, `/tasks/${taskId}/withdraw`, {}, headers);
  };
  const page = async () => (await rawRequest(mila.url, `/tasks/${taskId}`, { headers })).text;
  const words = /Mila keeps the last (<!-- -->)?50(<!-- -->)? requests of a task\./;
  for (let count = 0; count < 49; count += 1) await askAndWithdraw();
  expect(await page()).not.toMatch(words);
  for (let count = 0; count < 4; count += 1) await askAndWithdraw();
  expect(await page()).toMatch(words);
  const kept = mila.db
    .selectFrom("delegations")
    .select(["id", "state"])
    .where("task_id", "=", taskId);
  expect(await kept.execute()).toEqual(
    Array.from({ length: 50 }, () => expect.objectContaining({ state: "withdrawn" })),
  );
});
