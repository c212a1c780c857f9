import { laterBy } from "#app/domain/core/time.ts";
import { maxWaitSeconds, type NotSent } from "../channels/result.ts";
import { chosenChannel } from "../channels/use-channel.server.ts";
import type { Delivery } from "../preparation.ts";
import type { Change } from "../state.ts";

export function afterSending(delivery: Delivery, outcome: NotSent, now: string): Change<"system"> {
  switch (outcome.status) {
    case "unclear":
      return { transition: "unclear", columns: { not_before: now } };
    case "unavailable":
      // After a search without an answer, nothing more can be learned: a 503 then means "not
      // accepted".
      return delivery.repeated_at
        ? { transition: "deferred", columns: retryLater(delivery, outcome, now) }
        : {
            transition: "unclear",
            columns: { not_before: waitUntil(now, outcome.retryAfterSeconds) },
          };
    case "failed": {
      const isEmail = delivery.channel === "email" && outcome.reason === "bad_address";
      return {
        transition: "refused",
        columns: { reason: isEmail ? "bad_email_address" : outcome.reason },
      };
    }
    case "later":
      // A rate limit pauses the whole channel, or the device, so it does not count as a retry.
      return outcome.isRateLimit
        ? {
            transition: "deferred",
            columns: { not_before: now, retry_count: delivery.retry_count },
          }
        : { transition: "deferred", columns: retryLater(delivery, outcome, now) };
    case "misconfigured":
    case "needs_user":
      return { transition: "suspended" };
    case "taken_out":
      return { transition: "dropped", columns: { reason: "taken_out" } };
    case "other_channel":
      return {
        transition: "diverted",
        columns: { channel: outcome.channel, stands_in_for: chosenChannel(delivery) },
      };
  }
}

function retryLater(
  { retry_count: retryCount }: Delivery,
  { retryAfterSeconds }: { retryAfterSeconds?: number },
  now: string,
) {
  const notBefore = retryAfterSeconds
    ? waitUntil(now, retryAfterSeconds)
    : retryAt(now, retryCount);
  return { not_before: notBefore, retry_count: retryCount + 1 };
}

function waitUntil(now: string, seconds: number = 0): string {
  return laterBy(now, { seconds: Math.ceil(Math.min(seconds, maxWaitSeconds)) });
}

/** The delays are 30 s, 1, 2, 5, 15 and 30 min, then an hour. */
const delaysSeconds = [30, 60, 120, 300, 900, 1_800];
const maxDelaySeconds = 3_600;
const jitter = 0.2;

/** Adds 20 % of jitter, so that retries do not come all at once. */
export function retryAt(
  now: string,
  retryCount: number,
  random: () => number = Math.random,
): string {
  const seconds =
    (delaysSeconds[retryCount] ?? maxDelaySeconds) * (1 - jitter + 2 * jitter * random());
  return laterBy(now, { seconds: Math.round(seconds) });
}
