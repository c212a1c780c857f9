import type { Transaction } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { afterSeconds, type Result } from "./after-sending.ts";

const misconfiguredSeconds = 600;

/** Ends a pause only for a message claimed after the pause began; earlier ones prove nothing. */
export async function endPauses(trx: Transaction<Database>, results: readonly Result[]): Promise<void> {
  const lastClaims = new Map<Channel, string>();
  for (const { delivery, outcome } of results) {
    const { channel, claimed_at: claimedAt } = delivery;
    if (outcome.status === "sent" && claimedAt && claimedAt > (lastClaims.get(channel) ?? ""))
      lastClaims.set(channel, claimedAt);
  }
  if (lastClaims.size === 0) return;
  await trx
    .deleteFrom("channel_pauses")
    .where(({ eb, or }) =>
      or([...lastClaims].map(([channel, at]) => eb("channel", "=", channel).and("paused_at", "<", at))),
    )
    .execute();
}

export async function pauseChannels(
  trx: Transaction<Database>,
  results: readonly Result[],
  now: string,
): Promise<void> {
  const pauses = new Map<Channel, { reason: string; until: string }>();
  for (const { delivery, outcome } of results) {
    if (outcome.status === "misconfigured")
      pauses.set(delivery.channel, { reason: "misconfigured", until: afterSeconds(now, misconfiguredSeconds) });
    if (outcome.status === "later" && outcome.isRateLimit)
      pauses.set(delivery.channel, { reason: "rate_limit", until: afterSeconds(now, outcome.retryAfterSeconds) });
  }
  if (pauses.size === 0) return;
  await trx
    .insertInto("channel_pauses")
    .values([...pauses].map(([channel, pause]) => ({ channel, paused_at: now, ...pause })))
    .onConflict((conflict) =>
      conflict.column("channel").doUpdateSet(({ ref }) => ({
        reason: ref("excluded.reason"),
        paused_at: ref("excluded.paused_at"),
        until: ref("excluded.until"),
      })),
    )
    .execute();
}
