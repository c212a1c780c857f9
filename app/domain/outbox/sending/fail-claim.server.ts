import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const triesBeforeFailed = 3;
const minutesBetween = 1;

/** Notes that a delivery could not even be read for sending; at the third time it ends. Returns the error. */
export async function failClaim(db: Kysely<Database>, id: string, cause: unknown): Promise<Error> {
  const now = nowIso();
  const ready = db.updateTable("deliveries").where("id", "=", id).where("state", "=", "ready");
  await ready
    .set(({ eb }) => ({ deaths: eb("deaths", "+", 1), not_before: laterBy(now, { minutes: minutesBetween }) }))
    .execute();
  await ready
    .where("deaths", ">=", triesBeforeFailed)
    .set({ state: "failed", reason: "crashed", ended_at: now })
    .execute();
  return new Error(`Delivery ${id} cannot be read`, { cause });
}
