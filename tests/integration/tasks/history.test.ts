import { CompiledQuery, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { forgetEventsQuery, purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import type { Database } from "#db/schema.ts";
import { newAskingFamily, newTask } from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function readHistory(db: Kysely<Database>, viewer: TestFamily, id: string) {
  const page = await findTaskPage(db, viewer, id, true);
  return page!.history.map(({ who, words, whom }) => [who, words, whom].filter(Boolean).join(" "));
}

async function give(db: Kysely<Database>, by: TestFamily, id: string, assignee?: string) {
  const task = db.selectFrom("tasks").select(["version", "title"]).where("id", "=", id);
  const { version, title } = await task.executeTakeFirstOrThrow();
  const draft = { title, category: "Kids", dueDate: "2101-06-10T15:00" } as const;
  const edited = editTask(db, by, id, { ...draft, assignee, version }, by.timeZone);
  expect(await edited).toBe("saved");
}

test("a task keeps its last 50 events, and loses them when it is purged", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const id = await newTask(db, nora);
  const count = async () => (await db.selectFrom("task_events").select("id").execute()).length;
  await setDueDate(db, nora, id, "2101-06-11T15:00", nora.timeZone);
  for (let times = 0; times < 25; times += 1) {
    await completeTask(db, nora, id);
    await reopenTask(db, nora, id);
  }
  expect(await count()).toBe(50);
  const lines = await readHistory(db, nora, id);
  expect(lines).toHaveLength(50);
  expect(lines.slice(0, 2)).toEqual(["You reopened it", "You did it"]);
  expect(lines.filter((line) => line.includes("moved"))).toEqual([]);
  await deleteTask(db, nora, id);
  await purgeDeletedTasks(db, "2200-01-01T00:00:00.000Z");
  expect(await count()).toBe(0);
});

test("a change that changes nothing leaves no trace", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const id = await newTask(db, nora);
  await give(db, nora, id, "Alex");
  await give(db, nora, id, "Alex");
  await setDueDate(db, nora, id, "2101-06-10T15:00", nora.timeZone);
  expect(await db.selectFrom("task_events").select("edited").execute()).toEqual([
    { edited: expect.stringContaining("assignee") },
  ]);
  await completeTask(db, nora, id);
  expect(await db.selectFrom("task_events").select("mark").execute()).toEqual([
    { mark: null },
    { mark: "completed" },
  ]);
});

test("people who left keep their names in it, and one who is another now has the other's", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const id = await newTask(db, nora);
  await give(db, bob, id, "Alex");
  await give(db, bob, id, "Sam");
  await give(db, bob, id);
  await removeFamilyMember(db, nora, nora.alex);
  await leaveHousehold(db, bob, bob.membershipId);
  const said = ["Bob left it to nobody in particular", "Bob gave it to Sam", "Bob gave it to Alex"];
  expect((await readHistory(db, nora, id)).slice(0, 3)).toEqual(said);
  await db.transaction().execute((trx) => mergePeople(trx, nora.alex, nora.sam, nowIso()));
  expect((await readHistory(db, nora, id)).slice(0, 3)).toEqual([
    ...said.slice(0, 2),
    "Bob gave it to Sam",
  ]);
});

test("an account that has ended is forgotten in it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const id = await newTask(db, nora);
  await completeTask(db, bob, id);
  await deleteAccount(db, bob.userId);
  await removeAccounts(db);
  expect(await readHistory(db, nora, id)).toContain("Someone in your household did it");
  expect(await db.selectFrom("task_events").select("acted_by").execute()).toEqual([
    { acted_by: null },
  ]);
});

test("a task from before the history says the last thing that was done", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const bob = await newBob(db, nora);
  const id = await newTask(db, nora);
  await completeTask(db, bob, id);
  await db.deleteFrom("task_events").execute();
  expect(await readHistory(db, nora, id)).toEqual(["Bob did it", "You added it"]);
});

test.skipIf(skippedOnPostgres.plans)("forgetting an account's events uses an index", async () => {
  await using own = newDatabase();
  const { sql, parameters } = forgetEventsQuery(own.db, "nora").compile();
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await own.db.executeQuery<{ detail: string }>(query);
  expect(rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH task_events USING .* \(task_id=\? AND id=\?\)$/),
    expect.stringMatching(/^LIST SUBQUERY/),
    "SEARCH task_events USING INDEX task_events_by_acted_by (acted_by=?)",
  ]);
});
