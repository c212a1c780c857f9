import type { ExpressionBuilder, Kysely } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { laterOf } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { kindsWhere, type MessageTypes } from "../message-type.ts";
import { longestPauseSeconds } from "../channels/pauses/pauses.server.ts";
import { leaseEnd } from "../sending/claim.server.ts";

/** Other processes may write slightly later instants while this runs. */
const secondsToRun = 5;

/**
 * Shortens leases, pauses, searches and retries set before the clock went back. Task due times stay
 * the same.
 */
export async function recoverFromClockRollback(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  now: string,
): Promise<void> {
  const ahead = laterBy(now, { seconds: secondsToRun });
  await shortenLeases(db, now);
  await db.deleteFrom("channel_pauses").where("paused_at", ">", ahead).execute();
  await endLongPauses(db, now);
  await changeAsSystem(db, { transition: "search_restarted" }, now)
    .where("unknown_since", ">", ahead)
    .execute();
  const dated = kindsWhere(messageTypes, ({ keepsTime }) => keepsTime === "always");
  const planned = kindsWhere(messageTypes, ({ keepsTime }) => keepsTime === "first");
  const not_before = ({ ref, val }: ExpressionBuilder<Database, "deliveries">) =>
    laterOf(ref("due_at"), val(now));
  // These deliveries were due when they were created, or soon after.
  await changeAsSystem(db, { transition: "redated" }, now)
    .where("not_before", ">", now)
    .where("kind", "not in", dated)
    .where("created_at", ">", ahead)
    .where(({ eb, or }) =>
      or([
        eb("due_at", "=", eb.ref("created_at")),
        eb("kind", "not in", planned),
        eb("payload", "is not", null),
      ]),
    )
    .execute();
  await changeAsSystem(db, { transition: "wait_shortened", columns: { not_before } }, now)
    .where("not_before", ">", now)
    .where(({ eb, or }) => or([eb("claimed_at", ">", ahead), eb("created_at", ">", ahead)]))
    .whereRef("not_before", ">", "due_at")
    .execute();
}

/** A pause that began before the clock was ahead may have been extended since. */
async function endLongPauses(db: Kysely<Database>, now: string): Promise<void> {
  const latest = laterBy(now, { seconds: longestPauseSeconds + secondsToRun });
  await db.updateTable("channel_pauses").set({ until: now }).where("until", ">", latest).execute();
}

async function shortenLeases(db: Kysely<Database>, now: string): Promise<void> {
  const latestLeaseEnd = leaseEnd(now);
  const columns = { lease_until: latestLeaseEnd };
  await changeAsSystem(db, { transition: "lease_shortened", columns }, now)
    .where("lease_until", ">", latestLeaseEnd)
    .execute();
}
