import { sql, type Transaction, type Updateable } from "kysely";
import { recordEntry } from "#app/domain/calendar/entries/record-entry.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { retryAt } from "./backoff.ts";
import { findOptedOut, optInByTried, optOut } from "../channels/opt-outs.server.ts";
import { findByOther } from "../channels/other-channel.server.ts";
import type { Delivery } from "../preparation.ts";

/** What came of one claim. */
export interface Result {
  delivery: Delivery;
  to: string;
  outcome: Outcome;
}

/** The states in which what was claimed may be until it is recorded. */
const underway: DeliveryState[] = ["sending", "unknown"];
/** The same for what went out: recorded late it need not go out again, if nobody has claimed it since. */
const notYetSent: DeliveryState[] = [...underway, "ready"];
const defaultRateLimitSeconds = 30;
/** How long a channel that is set up wrongly is left alone before it is tried again. */
const misconfiguredSeconds = 600;

/**
 * Writes down what came of sending. A row that somebody has written to meanwhile (a provider's report that was faster,
 * the sweep and the next claim) stays as it is.
 */
export async function recordResults(
  trx: Transaction<Database>,
  results: readonly Result[],
  now: string,
): Promise<void> {
  await recordSent(trx, results, now);
  for (const { outcome, ...result } of results) {
    if (outcome.is === "sent") await optInByTried(trx, result.to, result.delivery);
    else await record(trx, { ...result, outcome }, now);
  }
  await endPauses(trx, results);
  await pauseChannels(trx, results, now);
}

/** What goes well, and that is nearly all, in one statement. */
async function recordSent(trx: Transaction<Database>, results: readonly Result[], now: string): Promise<void> {
  const sent = results.flatMap(({ delivery: { id, attempts }, outcome }) =>
    outcome.is === "sent" ? { id, attempts, providerId: outcome.providerId } : [],
  );
  if (sent.length === 0) return;
  const recorded = await trx
    .updateTable("deliveries")
    .from(sql<{ value: string }>`json_each(${JSON.stringify(sent)})`.as("said"))
    .set({ state: "sent", provider_id: said<string | null>("providerId"), ended_at: now, reason: null })
    .where("deliveries.id", "=", said<string>("id"))
    .where("attempts", "=", said<number>("attempts"))
    .where("state", "in", notYetSent)
    .returning(["channel", "subject_id", "user_id", "claimed_at", "provider_id"])
    .execute();
  for (const { provider_id: providerId, ...delivery } of recorded)
    if (delivery.channel === "calendar") await recordEntry(trx, delivery, { is: "sent", providerId }, now);
}

function said<Value>(name: string) {
  return sql<Value>`said.value ->> ${sql.lit(name)}`;
}

type NotSent = Exclude<Outcome, { is: "sent" }>;

async function record(
  trx: Transaction<Database>,
  { delivery, to, outcome }: Result & { outcome: NotSent },
  now: string,
): Promise<void> {
  const isTwice = outcome.is === "other_channel" && Boolean(await findByOther(trx, delivery, outcome.channel));
  const { numUpdatedRows } = await trx
    .updateTable("deliveries")
    .set(isTwice ? { state: "cancelled", reason: "superseded", ended_at: now } : changeFor(delivery, outcome, now))
    .where("id", "=", delivery.id)
    .where("attempts", "=", delivery.attempts)
    .where("state", "in", underway)
    .executeTakeFirst();
  if (delivery.channel === "calendar" && numUpdatedRows > 0n) await recordEntry(trx, delivery, outcome, now);
  if (outcome.is !== "failed" || outcome.reason !== "opted_out") return;
  // Postmark refuses with the same words what bounced: what is known stays.
  if (!(await findOptedOut(trx, [to])).has(to)) await optOut(trx, to, now);
}

function changeFor(delivery: Delivery, outcome: NotSent, now: string): Updateable<Database["deliveries"]> {
  const again = { state: "ready", lease_until: null, handed_over_at: null } as const;
  switch (outcome.is) {
    case "unclear":
      return { state: "unknown", unknown_since: now };
    case "failed": {
      const isEmail = delivery.channel === "email" && outcome.reason === "bad_address";
      return { state: "failed", reason: isEmail ? "bad_email_address" : outcome.reason, ended_at: now };
    }
    case "later": {
      // By the clock that not_before is by, which may be set back afterwards (set-back.server.ts).
      const tried = { ...again, claimed_at: now };
      // A rate limit costs no try: the pause of its channel says when it may go on.
      if (outcome.isRateLimit) return { ...tried, not_before: afterSeconds(now, outcome.retryAfterSeconds) };
      return { ...tried, not_before: laterOf(delivery, outcome, now), refusals: delivery.refusals + 1 };
    }
    case "misconfigured":
    case "needs_user":
      return again;
    case "taken_out":
      return { state: "cancelled", reason: "taken_out", ended_at: now };
    case "other_channel":
      return { ...again, channel: outcome.channel };
  }
}

function laterOf({ refusals }: Delivery, { retryAfterSeconds }: { retryAfterSeconds?: number }, now: string): string {
  return retryAfterSeconds ? afterSeconds(now, retryAfterSeconds) : retryAt(now, refusals);
}

function afterSeconds(now: string, seconds: number = defaultRateLimitSeconds): string {
  return laterBy(now, { seconds: Math.ceil(seconds) });
}

/**
 * What was taken shows that its channel works again, if it was claimed since the channel was paused: what was under way
 * by then says nothing, however late it is recorded.
 */
async function endPauses(trx: Transaction<Database>, results: readonly Result[]): Promise<void> {
  const lastClaims = new Map<Channel, string>();
  for (const { delivery, outcome } of results) {
    const { channel, claimed_at: claimedAt } = delivery;
    if (outcome.is === "sent" && claimedAt && claimedAt > (lastClaims.get(channel) ?? ""))
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

/** A rate limit and wrong settings hold for everything that goes by the channel. */
async function pauseChannels(trx: Transaction<Database>, results: readonly Result[], now: string): Promise<void> {
  const pauses = new Map<Channel, { reason: string; until: string }>();
  for (const { delivery, outcome } of results) {
    if (outcome.is === "misconfigured")
      pauses.set(delivery.channel, { reason: "misconfigured", until: afterSeconds(now, misconfiguredSeconds) });
    if (outcome.is === "later" && outcome.isRateLimit)
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
