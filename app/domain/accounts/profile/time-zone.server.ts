import type { Kysely } from "kysely";
import { isTimeZone } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

export function knownTimeZone(name: string | undefined): string | null {
  return name && isTimeZone(name) ? name : null;
}

export async function setTimeZoneIfUnknown(
  db: Kysely<Database>,
  userId: string,
  timeZone: string | undefined,
): Promise<void> {
  const known = knownTimeZone(timeZone);
  if (!known) return;
  await db
    .updateTable("profiles")
    .set({ time_zone: known })
    .where("id", "=", userId)
    .where("time_zone", "is", null)
    .execute();
}
