import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { readFact } from "../facts.server.ts";

const daysAccepted = 60;

/** True for 60 days after the update that bound cookies to their names, so that browsers can get new ones. */
export async function acceptsUnboundCookies(db: Kysely<Database>): Promise<boolean> {
  const boundAt = await readFact(db, "cookies_bound_at");
  return boundAt !== undefined && boundAt > earlierBy(nowIso(), { hours: 24 * daysAccepted });
}
