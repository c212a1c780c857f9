import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { endCopiedLinks } from "#app/domain/delegation/ending/end-copied-links.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { separateFromOthers } from "#app/domain/lifecycle/separate-from-others.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { talk } from "../../support/messages/talk.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { giveAccount } from "../../support/records/people.ts";

/** Bob is a member. */
async function newHousehold(db: Kysely<Database>) {
  const nora = await newAskingFamily(db);
  return { nora, bob: await newBob(db, nora) };
}

/** Sam said no, and Alex was asked after him. Returns the task and Sam's request. */
async function askBoth(db: Kysely<Database>, by: AskingFamily) {
  const taskId = await newTask(db, by);
  const request = await sendRequest(db, by, taskId);
  await answerAs(db, request, "decline");
  await sendRequest(db, by, taskId, by.alex);
  return { taskId, request };
}

test.for(waysToLeave)(
  "when someone who said no %s, their no can't become a yes any more",
  async ([, go]) => {
    await using own = newDatabase();
    const { db } = own;
    const { nora, bob } = await newHousehold(db);
    await giveAccount(db, nora.sam, bob.userId);
    const { taskId, request } = await askBoth(db, nora);
    await go(db, nora, bob);
    for (const isCopy of [false, true]) {
      expect(await findRequestPage(db, { id: request, version: 1, isCopy })).toMatchObject({
        canTakeAgain: false,
      });
    }
    await talk(db, "Yes", { from: phones.sam });
    expect(await answerAs(db, request, "accept")).toBe("late");
    expect((await readDelegation(db, taskId)).task).toMatchObject({
      delegated_to: nora.alex,
      assignee: null,
    });
  },
);

test.for(waysToLeave)("when the asker %s, the owner hears of a yes after a no", async ([, go]) => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, bob } = await newHousehold(db);
  const { request } = await askBoth(db, bob);
  await go(db, nora, bob);
  expect(await findRequestPage(db, { id: request, version: 1, isCopy: true })).toMatchObject({
    status: "link_ended",
  });
  expect(await talk(db, "Yes", { from: phones.sam })).toBe(
    "Mila: Thank you. Nora knows you're on it: Pick up Emma.",
  );
  const told = db
    .selectFrom("deliveries")
    .select("user_id")
    .where("kind", "=", "delegation_answer");
  expect(
    await told.where("subject_id", "=", request).where("payload", "like", "%accepted%").execute(),
  ).toEqual([{ user_id: nora.userId }]);
});

test("a changed password ends copied links of those who said no, too", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora } = await newHousehold(db);
  const { request } = await askBoth(db, nora);
  await db.transaction().execute((trx) => endCopiedLinks(trx, nora));
  const page = (link: { version: number; isCopy: boolean }) =>
    findRequestPage(db, { id: request, ...link });
  expect(await page({ version: 1, isCopy: true })).toMatchObject({
    status: "link_ended",
    canTakeAgain: false,
  });
  expect(await page({ version: 1, isCopy: false })).toMatchObject({
    status: "superseded",
    canTakeAgain: true,
  });
});

test("whoever gets an account back keeps no answers to what its former user asked", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora } = await newHousehold(db);
  const { request } = await askBoth(db, nora);
  await db.transaction().execute((trx) => separateFromOthers(trx, nora, nowIso()));
  expect(await answerAs(db, request, "accept")).toBe("late");
});

test.each([
  [completeTask, reopenTask],
  [deleteTask, restoreTask],
])(
  "whoever gets an account back brings back no request of its former user",
  async (go, comeBack) => {
    await using own = newDatabase();
    const { db } = own;
    const { nora } = await newHousehold(db);
    const taskId = await newTask(db, nora);
    const request = await sendRequest(db, nora, taskId, nora.sam, "link");
    await go(db, nora, taskId);
    await db.transaction().execute((trx) => separateFromOthers(trx, nora, nowIso()));
    await comeBack(db, nora, taskId);
    expect(await answerAs(db, request, "accept")).toBe("late");
  },
);

test("a changed password ends the copied link of a request that goes on later", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora } = await newHousehold(db);
  const taskId = await newTask(db, nora);
  const id = await sendRequest(db, nora, taskId, nora.sam, "link");
  await completeTask(db, nora, taskId);
  await db.transaction().execute((trx) => endCopiedLinks(trx, nora));
  await reopenTask(db, nora, taskId);
  const statusOf = async (isCopy: boolean) =>
    (await findRequestPage(db, { id, version: 1, isCopy }))?.status;
  expect([await statusOf(true), await statusOf(false)]).toEqual(["link_ended", "pending"]);
});
