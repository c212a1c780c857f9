import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import { findHouseholdsOfTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { keepFree } from "#db/sql/locks.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** The most reminders in one transaction, during which the worker does nothing else. */
export const batchSize = 200;
/** While more than a batch is due, each user gets up to this many in it. */
const shareSize = 10;
const usersAtOnce = batchSize / shareSize;

export interface DueReminder {
  id: string;
  task_id: string;
  user_id: string;
  scheduled_at: string;
}

/** The query of due reminders, oldest first. */
type DueReminders = SelectQueryBuilder<Database, "reminders", DueReminder>;

interface Work {
  name: string;
  /** See `nextInRotation`. */
  rows: SelectQueryBuilder<any, any, unknown>;
  due: DueReminders;
}

/**
 * Returns the oldest, if they fit into a batch. Otherwise each user gets a share first, so that
 * nobody waits for all of someone else's.
 */
async function listInFairOrder(
  db: Kysely<Database>,
  { name, rows, due }: Work,
): Promise<DueReminder[]> {
  const oldest = await due.limit(batchSize).execute();
  if (oldest.length < batchSize) return oldest;
  const userIds = await nextInRotation(db, { name, rows, column: "user_id", limit: usersAtOnce });
  const shares = await sharesQuery(db, due, userIds).execute();
  const byId = new Map([...shares, ...oldest].map((reminder) => [reminder.id, reminder]));
  return [...byId.values()].slice(0, batchSize);
}

/** Leaves out the reminders of families that are being changed, and locks the other families. */
export async function lockInFairOrder(
  trx: Transaction<Database>,
  work: Work,
): Promise<DueReminder[]> {
  return keepFree(trx, await listInFairOrder(trx, work), {
    async findHouseholds(due) {
      const taskIds = due.map(({ task_id }) => task_id);
      const households = await findHouseholdsOfTasks(trx, taskIds);
      return new Map(
        due.flatMap(({ id, task_id }): [string, string][] => {
          const householdId = households.get(task_id);
          return householdId === undefined ? [] : [[id, householdId]];
        }),
      );
    },
    readAgain: (ids) => work.due.where("id", "in", idList(ids)).execute(),
  });
}

/** Lists a share of each user's due reminders. */
export function sharesQuery(db: Kysely<Database>, due: DueReminders, userIds: string[]) {
  return someOfEach(db, userIds, "reminders", (userId) =>
    due.clearSelect().select("id").where("user_id", "=", userId).limit(shareSize),
  ).select(["due.id", "due.task_id", "due.user_id", "due.scheduled_at"]);
}
