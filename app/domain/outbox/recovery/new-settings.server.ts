import type { Kysely } from "kysely";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Whoever starts again and again, with settings that are still wrong, asks the provider no more often than this. */
const secondsBetweenTries = 60;

/**
 * At a worker's start: its settings may be new, so that a channel that was set up wrongly is tried again, at once or
 * within a minute of the last try.
 */
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
