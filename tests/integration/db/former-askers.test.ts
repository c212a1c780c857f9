import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import {
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

test("requests of those who left before the upgrade go on in the owner's name", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const { userId: former } = await newFamily(db);
  const [left, gone, current] = [
    await newTask(db, nora),
    await newTask(db, nora),
    await newTask(db, nora),
  ];
  const [asksOwner, ended] = [await newTask(db, nora), await newTask(db, nora)];
  await db
    .updateTable("family_members")
    .set({ linked_user_id: nora.userId })
    .where("id", "=", nora.alex)
    .execute();
  const requests = new Map<string, string>();
  for (const task of [left, gone, current, ended])
    requests.set(task, await sendRequest(db, nora, task));
  await db
    .updateTable("family_members")
    .set({ linked_user_id: null })
    .where("id", "=", nora.alex)
    .execute();
  await sendRequest(db, nora, asksOwner, nora.alex);
  await db
    .updateTable("family_members")
    .set({ linked_user_id: nora.userId })
    .where("id", "=", nora.alex)
    .execute();
  const askedBy = (task: string, asked_by: string | null) =>
    db.updateTable("delegations").set({ asked_by }).where("task_id", "=", task).execute();
  for (const task of [left, asksOwner, ended]) await askedBy(task, former);
  await askedBy(gone, null);
  await db
    .updateTable("delegations")
    .set({ state: "withdrawn", ended_at: nowIso() })
    .where("task_id", "=", ended)
    .execute();
  const migrations = await readMigrations();
  const before = Object.keys(migrations).findLast((name) => name < "0096");
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    before ?? "",
  );
  await migrateToLatest(db);

  const requestOf = async (task: string) => (await readDelegation(db, task)).requests[0];
  for (const task of [left, gone]) {
    expect(await requestOf(task)).toMatchObject({
      asked_by: nora.userId,
      state: "pending",
      copy_version: 2,
    });
  }
  expect(await requestOf(current)).toMatchObject({
    asked_by: nora.userId,
    state: "pending",
    copy_version: 1,
  });
  expect(await requestOf(ended)).toMatchObject({ asked_by: former, state: "withdrawn" });
  expect(await readDelegation(db, asksOwner)).toMatchObject({
    task: { delegated_to: null, delegation_status: "none" },
    requests: [{ state: "withdrawn" }],
  });
  await answerRequest(db, requests.get(gone) ?? "", { answer: "accept" });
  const told = db
    .selectFrom("deliveries")
    .select("user_id")
    .where("kind", "=", "delegation_answer");
  expect(await told.execute()).toEqual([{ user_id: nora.userId }]);
});
