import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { inLocks } from "#db/sql/locks.ts";
import { laterOf } from "#db/sql/values.ts";
import { changeUntouched } from "../change-state.server.ts";
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
  // Pauses of a channel are under the lock of the senders.
  await inLocks(db, { keys: ["sending"] }, async (trx) => {
    await shortenLeases(trx, now);
    await trx.deleteFrom("channel_pauses").where("paused_at", ">", ahead).execute();
    await endLongPauses(trx, now);
    await changeUntouched(trx, { transition: "search_restarted" }, now, (unknown) =>
      unknown.where("unknown_since", ">", ahead),
    ).execute();
    await shortenWaits(trx, messageTypes, { now, ahead });
  });
}

async function shortenWaits(
  trx: Transaction<Database>,
  messageTypes: MessageTypes,
  { now, ahead }: { now: string; ahead: string },
): Promise<void> {
  const dated = kindsWhere(messageTypes, ({ keepsTime }) => keepsTime === "always");
  const planned = kindsWhere(messageTypes, ({ keepsTime }) => keepsTime === "first");
  const not_before = ({ ref, val }: ExpressionBuilder<Database, "deliveries">) =>
    laterOf(ref("due_at"), val(now));
  // These deliveries were due when they were created, or soon after.
  await changeUntouched(trx, { transition: "redated" }, now, (waiting) =>
    waiting
      .where("not_before", ">", now)
      .where("kind", "not in", dated)
      .where("created_at", ">", ahead)
      .where(({ eb, or }) =>
        or([
          eb("due_at", "=", eb.ref("created_at")),
          eb("kind", "not in", planned),
          eb("payload", "is not", null),
        ]),
      ),
  ).execute();
  const shortened = { transition: "wait_shortened", columns: { not_before } } as const;
  await changeUntouched(trx, shortened, now, (waiting) =>
    waiting
      .where("not_before", ">", now)
      .where(({ eb, or }) => or([eb("claimed_at", ">", ahead), eb("created_at", ">", ahead)]))
      .whereRef("not_before", ">", "due_at"),
  ).execute();
}

/** A pause that began before the clock was ahead may have been extended since. */
async function endLongPauses(trx: Transaction<Database>, now: string): Promise<void> {
  const latest = laterBy(now, { seconds: longestPauseSeconds + secondsToRun });
  await trx.updateTable("channel_pauses").set({ until: now }).where("until", ">", latest).execute();
}

async function shortenLeases(trx: Transaction<Database>, now: string): Promise<void> {
  const latestLeaseEnd = leaseEnd(now);
  const columns = { lease_until: latestLeaseEnd };
  await changeUntouched(trx, { transition: "lease_shortened", columns }, now, (leased) =>
    leased.where("lease_until", ">", latestLeaseEnd),
  ).execute();
}
