import type { Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { idList } from "#db/sql/values.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { announceTaskChange, isHeard, stampChange, tasksChanged } from "../events.server.ts";

/** A task of a series takes milliseconds, in which no other request runs. */
const announcedAtOnce = 20;

/**
 * Announces the first tasks at once. Leaves the others to the worker, which announces them within
 * seconds.
 */
export async function announceTaskChanges(
  trx: Transaction<Database>,
  taskIds: string[],
  now: string,
): Promise<void> {
  await announceLater(trx, taskIds.slice(announcedAtOnce), now);
  await announceTaskChange(trx, taskIds.slice(0, announcedAtOnce), now);
}

/** Announces the open tasks that a person has, or has been asked to take on. */
export async function announceTasksOf(
  trx: Transaction<Database>,
  { personId }: { personId: string },
  now: string,
): Promise<void> {
  const tasks = await tasksOfQuery(trx, personId).execute();
  await announceTaskChanges(
    trx,
    tasks.map(({ id }) => id),
    now,
  );
}

/** Announces the open tasks that are about a person: their calendar entries show the name. */
export async function announceTasksAbout(
  trx: Transaction<Database>,
  facts: { personId: string } | { to: string },
  now: string,
): Promise<void> {
  const personId = "to" in facts ? facts.to : facts.personId;
  const tasks = await tasksAboutQuery(trx, personId).execute();
  await announceTaskChanges(
    trx,
    tasks.map(({ id }) => id),
    now,
  );
}

export const tasksAboutQuery = (db: Kysely<Database>, personId: string) =>
  db
    .selectFrom("tasks")
    .select("id")
    .where("about_id", "=", personId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);

export function tasksOfQuery(db: Kysely<Database>, personId: string) {
  const open = db
    .selectFrom("tasks")
    .select("id")
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);
  return open.where("assignee_id", "=", personId).union(open.where("delegated_to", "=", personId));
}

/** Call it in the transaction of the change, so that neither is saved without the other. */
export async function announceLater(
  trx: Transaction<Database>,
  taskIds: string[],
  now: string,
): Promise<void> {
  if (taskIds.length === 0) return;
  await trx
    .insertInto("tasks_to_announce")
    .columns(["task_id", "household_id", "changed_at", "run_at"])
    .expression((eb) =>
      eb
        .selectFrom("tasks")
        .select(["id", "household_id", eb.val(now).as("changed_at"), eb.val(now).as("run_at")])
        .where("id", "in", idList(taskIds)),
    )
    // Keeps an earlier change, because reminders are due from then on.
    .onConflict((conflict) => conflict.column("task_id").doNothing())
    .execute();
}

/** Announces all of a household's future tasks. Call it in the transaction of the change. */
export async function announceHousehold(
  trx: Transaction<Database>,
  householdId: string,
  now: string,
): Promise<void> {
  await trx
    .insertInto("households_to_announce")
    .values({ household_id: householdId, changed_at: now })
    // Keeps an earlier change, because reminders are due from then on.
    .onConflict((conflict) =>
      conflict.column("household_id").doUpdateSet(({ eb }) => ({
        changes: eb("households_to_announce.changes", "+", 1),
      })),
    )
    .execute();
}

/**
 * A person's tasks become those of an account, so its reminders and calendar entries must begin.
 */
export async function announceTasksOfAccount(
  trx: Transaction<Database>,
  facts: { personId: string } | { from: string; to: string },
  now: string,
): Promise<void> {
  const ids = "to" in facts ? [facts.from, facts.to] : [facts.personId];
  const people = [...(await findPeopleByIds(trx, ids)).values()];
  const account = people.find(({ user_id }) => user_id !== null);
  if (account) await announceHousehold(trx, account.household_id, now);
}

/** A transaction starts no further tasks after this time. */
const maxMs = 25;
const batchSize = 5;

/** Alternates between households, so that no family waits for another's ten thousand tasks. */
export async function announceWaiting(db: Kysely<Database>, now: string): Promise<void> {
  await nameTasksOfHouseholds(db);
  const rows = db.selectFrom("tasks_to_announce").where("run_at", "<=", now);
  const failures: unknown[] = [];
  for (;;) {
    const [householdId] = await nextInRotation(db, {
      name: "tasks to announce",
      rows,
      column: "household_id",
      limit: 1,
    });
    if (householdId === undefined) break;
    await announceSome(db, householdId, now, failures);
    await yieldToOthers();
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some tasks could not be announced");
}

async function announceSome(
  db: Kysely<Database>,
  householdId: string,
  now: string,
  failures: unknown[],
): Promise<void> {
  const startedAt = performance.now();
  const together = db.transaction().execute(async (trx) => {
    do {
      const waiting = await listWaiting(trx, householdId, now);
      await announce(trx, waiting);
      if (waiting.length < batchSize) break;
    } while (performance.now() - startedAt < maxMs);
    await bumpRevision(trx, householdId);
  });
  await together.catch(async (problem: unknown) => {
    if (isUnwritable(problem)) throw problem;
    for (const one of await listWaiting(db, householdId, now))
      await db
        .transaction()
        .execute(async (trx) => {
          await announce(trx, [one]);
          await bumpRevision(trx, householdId);
        })
        .catch(async (error: unknown) => {
          failures.push(error);
          const run_at = laterBy(now, { minutes: 5 });
          await db
            .updateTable("tasks_to_announce")
            .set({ run_at })
            .where("task_id", "=", one.task_id)
            .execute();
        });
  });
}

interface Waiting {
  task_id: string;
  changed_at: string;
}

async function listWaiting(
  db: Kysely<Database>,
  householdId: string,
  now: string,
): Promise<Waiting[]> {
  return db
    .selectFrom("tasks_to_announce")
    .select(["task_id", "changed_at"])
    .where("household_id", "=", householdId)
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .limit(batchSize)
    .execute();
}

async function announce(trx: Transaction<Database>, waiting: Waiting[]): Promise<void> {
  const [changedAt] = waiting.map(({ changed_at }) => changed_at).toSorted();
  if (changedAt === undefined) return;
  const taskIds = waiting.map(({ task_id }) => task_id);
  await trx.deleteFrom("tasks_to_announce").where("task_id", "in", idList(taskIds)).execute();
  const stamped = await stampChange(trx, taskIds, nowIso());
  await tasksChanged.announce(trx, { taskIds, isHeard: isHeard(stamped) }, changedAt);
}

const tasksAtOnce = 200;

/**
 * Queues the waiting tasks, a few hundred at a time. Each step can be repeated, so it continues
 * after a crash.
 */
async function nameTasksOfHouseholds(db: Kysely<Database>): Promise<void> {
  const waiting = await db.selectFrom("households_to_announce").selectAll().execute();
  for (const { household_id: householdId, changed_at: changedAt, changes } of waiting) {
    let after: Upcoming | undefined = { due_date: changedAt, id: "" };
    while (after) after = await announcePage(db, { householdId, changedAt, after });
    await db
      .deleteFrom("households_to_announce")
      .where("household_id", "=", householdId)
      // Another change may concern tasks that have been announced since.
      .where("changes", "=", changes)
      .execute();
  }
}

interface Upcoming {
  due_date: string;
  id: string;
}

/** Returns the last task, if others may follow. */
async function announcePage(
  db: Kysely<Database>,
  page: { householdId: string; changedAt: string; after: Upcoming },
): Promise<Upcoming | undefined> {
  const last = await db.transaction().execute(async (trx) => {
    const tasks = await upcomingQuery(trx, page).execute();
    await announceLater(
      trx,
      tasks.map(({ id }) => id),
      page.changedAt,
    );
    return tasks.length < tasksAtOnce ? undefined : tasks.at(-1);
  });
  await yieldToOthers();
  return last;
}

function upcomingQuery(
  db: Kysely<Database>,
  { householdId, after }: { householdId: string; after: Upcoming },
) {
  return db
    .selectFrom("tasks")
    .select(["id", "due_date"])
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", ">=", after.due_date)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("due_date", "id"), ">", tuple(after.due_date, after.id)),
    )
    .$narrowType<{ due_date: string }>()
    .orderBy("due_date")
    .orderBy("id")
    .limit(tasksAtOnce);
}
