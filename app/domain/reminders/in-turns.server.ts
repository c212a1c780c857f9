import type { Kysely, SelectQueryBuilder } from "kysely";
import { goAround } from "#db/sql/go-around.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import type { Database } from "#db/schema.ts";

/** The most in one transaction, during which the worker does nothing else. */
export const batchSize = 200;
/** While there are more than a batch, each user has so many in it, if so many are due. */
const shareSize = 10;
const usersAtOnce = batchSize / shareSize;

export interface DueReminder {
  id: string;
  task_id: string;
  user_id: string;
  scheduled_at: string;
}

/** The query of due reminders, in the order in which they fell due. */
type DueReminders = SelectQueryBuilder<Database, "reminders", DueReminder>;

interface Work {
  name: string;
  /** As for `goAround`. */
  rows: SelectQueryBuilder<any, any, unknown>;
  due: DueReminders;
}

/**
 * Returns the oldest, if they are few. Otherwise each user gets a share first, so that nobody waits for all of someone
 * else's.
 */
export async function listInTurns(
  db: Kysely<Database>,
  { name, rows, due }: Work,
): Promise<DueReminder[]> {
  const oldest = await due.limit(batchSize).execute();
  if (oldest.length < batchSize) return oldest;
  const userIds = await goAround(db, { name, rows, column: "user_id", limit: usersAtOnce });
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
