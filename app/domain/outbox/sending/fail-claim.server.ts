import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";

const maxCrashes = 3;
const minutesBetween = 1;

/** Counts a delivery that could not even be read; at the third time it fails. Returns the error. */
export async function failClaim(db: Kysely<Database>, id: string, cause: unknown): Promise<Error> {
  const now = nowIso();
  await db
    .updateTable("deliveries")
    .set(({ eb }) => ({
      crash_count: eb("crash_count", "+", 1),
      not_before: laterBy(now, { minutes: minutesBetween }),
    }))
    .where("id", "=", id)
    .where("state", "=", "ready")
    .execute();
  await changeState(db, { transition: "unreadable", columns: { reason: "crashed" } }, now)
    .where("id", "=", id)
    .where("crash_count", ">=", maxCrashes)
    .execute();
  return new Error(`Delivery ${id} cannot be read`, { cause });
}
