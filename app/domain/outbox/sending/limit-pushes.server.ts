import type { Kysely, Transaction } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

/** They cost nothing, but an endpoint may be anything: nobody floods a stranger's server through Mila. */
export const maxPushesADay = 500;

/** Returns those beyond the limit, which counts each device. */
export async function findTooManyPushes(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  now: string,
): Promise<Set<string>> {
  const pushes = deliveries.filter(({ channel }) => channel === "push");
  if (pushes.length === 0) return new Set();
  const userIds = [...new Set(pushes.map(({ user_id }) => user_id))];
  const used = new Map(
    (await usedPushesQuery(trx, userIds, now).execute()).map(({ user_id, count }) => [user_id, count]),
  );
  const refused = new Set<string>();
  for (const { id, user_id: userId } of pushes) {
    const count = used.get(userId) ?? 0;
    if (count >= maxPushesADay) refused.add(id);
    else used.set(userId, count + 1);
  }
  return refused;
}

/** Without those claimed at `now`, which the caller counts. */
function usedPushesQuery(db: Kysely<Database>, userIds: string[], now: string) {
  return db
    .selectFrom("deliveries")
    .select("user_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "in", idList(userIds))
    .where("created_at", ">", earlierBy(now, { hours: 48 }))
    .where("claimed_at", ">", earlierBy(now, { hours: 24 }))
    .where("claimed_at", "<", now)
    .where("device_id", "is not", null)
    .groupBy("user_id");
}
