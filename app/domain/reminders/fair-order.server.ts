import type { Kysely, SelectQueryBuilder } from "kysely";
import { nextInRotation } from "#db/sql/rotation.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
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
export async function listInFairOrder(
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

/** Lists a share of each user's due reminders. */
export function sharesQuery(db: Kysely<Database>, due: DueReminders, userIds: string[]) {
  return someOfEach(db, userIds, "reminders", (userId) =>
    due.clearSelect().select("id").where("user_id", "=", userId).limit(shareSize),
  ).select(["due.id", "due.task_id", "due.user_id", "due.scheduled_at"]);
}
