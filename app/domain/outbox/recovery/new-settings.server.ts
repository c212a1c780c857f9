import type { Kysely } from "kysely";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Keeps a worker in a restart loop from flooding the provider. */
const secondsBetweenTries = 60;

export async function retryWithNewSettings(db: Kysely<Database>, now: string): Promise<void> {
  await db
    .deleteFrom("channel_pauses")
    .where("reason", "=", "misconfigured")
    .where("paused_at", "<=", earlierBy(now, { seconds: secondsBetweenTries }))
    .execute();
  const soon = laterBy(now, { seconds: secondsBetweenTries });
  await db
    .updateTable("channel_pauses")
    .set({ until: soon })
    .where("reason", "=", "misconfigured")
    .where("until", ">", soon)
    .execute();
}
