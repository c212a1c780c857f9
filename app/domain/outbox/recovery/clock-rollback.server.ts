import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { leaseEnd } from "../sending/claim.server.ts";

/** What others write while this runs is a little later than its now, and was not written by a clock ahead. */
const secondsToRun = 5;

/**
 * After the clock was set back nothing waits for a time that it said before: leases, pauses of channels, what is asked
 * about, and what was to be tried again. What is due later by its task stays so.
 * @param now UTC, by the clock as it is now
 */
export async function followClockBack(db: Kysely<Database>, now: string): Promise<void> {
  const ahead = laterBy(now, { seconds: secondsToRun });
  await shortenLeases(db, now);
  await db.deleteFrom("channel_pauses").where("paused_at", ">", ahead).execute();
  await db
    .updateTable("deliveries")
    .set({ unknown_since: now })
    .where("state", "=", "unknown")
    .where("unknown_since", ">", ahead)
    .execute();
  const waiting = db.updateTable("deliveries").where("state", "=", "ready").where("not_before", ">", now);
  // To be sent at once when it was made; a summary is of its day.
  await waiting
    .where("kind", "!=", "daily_summary")
    .where("created_at", ">", ahead)
    .whereRef("due_at", "=", "created_at")
    .set({ due_at: now, not_before: now, created_at: now })
    .execute();
  await waiting
    .where("claimed_at", ">", ahead)
    .whereRef("not_before", ">", "due_at")
    .set(({ fn, ref, val }) => ({ not_before: fn<string>("max", [ref("due_at"), val(now)]) }))
    .execute();
}

async function shortenLeases(db: Kysely<Database>, now: string): Promise<void> {
  const longest = leaseEnd(now);
  await db
    .updateTable("deliveries")
    .set({ lease_until: longest })
    .where("state", "=", "sending")
    .where("lease_until", ">", longest)
    .execute();
}
