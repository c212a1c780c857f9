import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { findSession, startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import type { Database } from "#db/schema.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { newAskingFamily, newTask, sendRequest } from "../../support/messages/delegation.ts";
import { listTables } from "../../support/records/tables.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newMember, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const count = 3_000;
/** An account's own rows, and what is done at once for the others. */
const maxAtOnce = 300;
const maxInPiece = 500;

/** Adds tasks that remind whoever added them, to the household that they live in now. */
async function crowd(db: Kysely<Database>, { userId }: Pick<TestFamily, "userId">): Promise<void> {
  await addManyTasks(db, { email: `${userId}@example.com` }, { count, days: 200 });
  await sql`
    insert into reminders
      (id, task_id, user_id, origin, minutes_before, message, planned_at, scheduled_at, status)
    select 'r-' || id, id, user_id, 'custom', 60, title, due_date, due_date, 'pending' from tasks
    where id like ${`${userId}-%`}`.execute(db);
  await sql`
    insert into task_events (task_id, id, acted_by, acted_at, mark)
    select id, 'e-' || id, ${userId}, created_at, 'reopened' from tasks
    where id like ${`${userId}-%`}`.execute(db);
}

/** Counts rows that SQLite added, changed or deleted, also for foreign keys and triggers. */
async function countChanges(db: Kysely<Database>, run: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
    return rows[0]!.changes;
  };
  const before = await read();
  await run();
  return (await read()) - before;
}

/** Counts the rows of the largest piece. */
async function removeInPieces(db: Kysely<Database>): Promise<number> {
  let largest = 0;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      largest = Math.max(largest, Number(result.numAffectedRows ?? 0n));
      return result;
    },
  });
  await removeAccounts(watched);
  return largest;
}

/** Fails at the last task, as if Mila were killed there. */
async function cutOff(
  db: Kysely<Database>,
  change: "delete" | "update",
  { userId }: Pick<TestFamily, "userId">,
): Promise<void> {
  await sql`create trigger cut_off before ${sql.raw(change)} on tasks
    when old.id = ${sql.lit(`${userId}-${count}`)}
    begin select raise(abort, 'cut off'); end`.execute(db);
  await expect(removeAccounts(db)).rejects.toThrow("could not be removed");
  await sql`drop trigger cut_off`.execute(db);
}

async function countRows(db: Kysely<Database>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await listTables(db)) {
    const found = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(name)}`.execute(db);
    counts[name] = found.rows[0]!.rows;
  }
  return counts;
}

const readTask = (db: Kysely<Database>, viewer: TestFamily, id: string) =>
  findTaskPage(db, viewer, id, true);

test.skipIf(skippedOnPostgres.sql)(
  "a large account ends at once, and its rows go a few hundred at a time",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const before = await countRows(db);
    const nora = await newAskingFamily(db);
    const request = await sendRequest(db, nora, await newTask(db, nora));
    await crowd(db, nora);
    const token = await startSession(db, nora.userId);
    const openLink = () => findRequestPage(db, { id: request, version: 1, isCopy: false });
    expect(await openLink()).toMatchObject({ status: "pending" });

    const end = () => deleteAccount(db, nora.userId, { mayLeaveNoOwner: true });
    expect(await countChanges(db, end)).toBeLessThan(maxAtOnce);
    expect(await findSession(db, token, "")).toBeNull();
    expect(await openLink()).toMatchObject({ status: "deleted" });

    await cutOff(db, "delete", nora);
    const { tasks } = await countRows(db);
    expect(tasks).toBeGreaterThan(0);
    expect(tasks).toBeLessThan(count);
    expect(await removeInPieces(db)).toBeLessThanOrEqual(maxInPiece);
    const counted = { audit_events: expect.any(Number), messages_to_others: expect.any(Number) };
    expect(await countRows(db)).toEqual({ ...before, ...counted });
  },
);

test.skipIf(skippedOnPostgres.sql)(
  "whoever leaves hands over thousands of tasks a few hundred at a time",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newFamily(db);
    const membership = await newMember(db, nora.householdId);
    const { user_id: userId } = await db
      .selectFrom("household_members")
      .select("user_id")
      .where("id", "=", membership)
      .executeTakeFirstOrThrow();
    await db.updateTable("profiles").set({ first_name: "Bob" }).where("id", "=", userId).execute();
    await crowd(db, { userId });
    const bob = { ...nora, userId };
    const countOf = async (one: TestFamily) => {
      const all = db.selectFrom("tasks").select("id").where("user_id", "=", one.userId);
      return (await all.where("household_id", "=", nora.householdId).execute()).length;
    };

    const leave = () => leaveHousehold(db, bob, membership);
    expect(await countChanges(db, leave)).toBeLessThan(maxAtOnce);
    const last = `${userId}-${count}`;
    expect(await readTask(db, nora, last)).toMatchObject({ addedBy: "Bob" });

    await cutOff(db, "update", bob);
    expect(await countOf(bob)).toBeGreaterThan(0);
    expect(await countOf(bob)).toBeLessThan(count);
    expect(await removeInPieces(db)).toBeLessThanOrEqual(maxInPiece);
    expect([await countOf(bob), await countOf(nora)]).toEqual([0, count]);
    expect(await readTask(db, nora, last)).toMatchObject({ addedBy: "you" });
  },
);

test.skipIf(skippedOnPostgres.sql)(
  "tasks of a member who deleted their account say so until the owner has them",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newFamily(db);
    await newMember(db, nora.householdId);
    const { user_id: userId } = await db
      .selectFrom("household_members")
      .select("user_id")
      .where("role", "=", "member")
      .executeTakeFirstOrThrow();
    await crowd(db, { userId });
    expect(await countChanges(db, () => deleteAccount(db, userId))).toBeLessThan(maxAtOnce);
    const last = `${userId}-${count}`;
    expect(await readTask(db, nora, last)).toMatchObject({ addedBy: "someone in your household" });
    expect(await removeInPieces(db)).toBeLessThanOrEqual(maxInPiece);
    expect(await readTask(db, nora, last)).toMatchObject({
      addedBy: "you",
      history: [{ who: "Someone in your household", words: "reopened it" }, { who: "You" }],
    });
    expect(await db.selectFrom("users").select("id").execute()).toEqual([{ id: nora.userId }]);
  },
);
