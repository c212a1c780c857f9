import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { maxCrashes } from "../state.ts";

const retryMinutes = 1;

/** Delays a delivery that cannot be read, or fails it the third time. Returns the error to throw. */
export async function failClaim(db: Kysely<Database>, id: string, cause: unknown): Promise<Error> {
  const now = nowIso();
  const columns = { not_before: laterBy(now, { minutes: retryMinutes }) };
  await changeAsSystem(db, { transition: "misread", columns }, now).where("id", "=", id).execute();
  await changeAsSystem(db, { transition: "unreadable" }, now)
    .where("id", "=", id)
    .where("crash_count", ">=", maxCrashes)
    .execute();
  return new Error(`Delivery ${id} cannot be read`, { cause });
}
