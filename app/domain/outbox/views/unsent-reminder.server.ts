import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import type { Reason } from "../reasons.ts";

const hoursWorthTelling = 72;
const noWay: Reason[] = ["no_provider", "no_address", "no_device"];

/** True if there was no way to send the user something of their own. */
export async function hadNoWay(db: Kysely<Database>, userId: string, now: string): Promise<boolean> {
  const unsent = await listUnsent(db, userId, earlierBy(now, { hours: hoursWorthTelling }));
  return unsent.length > 0;
}

const listUnsent = compileOnce((db, userId: string, since: string) =>
  db
    .selectFrom("deliveries")
    .select("id")
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .where("is_own", "=", 1)
    .where("state", "=", "cancelled")
    .where("reason", "in", noWay)
    .limit(1),
);
