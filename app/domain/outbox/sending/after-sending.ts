import { laterBy } from "#app/domain/core/time.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Delivery } from "../preparation.ts";
import type { Change } from "../state.ts";
import { chosenChannel } from "../channels/fallback.server.ts";
import { retryAt } from "./backoff.ts";

const defaultRateLimitSeconds = 30;

export interface Result {
  delivery: Delivery;
  to: string;
  outcome: Outcome;
}

export type NotSent = Exclude<Outcome, { status: "sent" }>;

export function afterSending(delivery: Delivery, outcome: NotSent, now: string): Change {
  switch (outcome.status) {
    case "unclear":
      return { transition: "unclear" };
    case "failed": {
      const isEmail = delivery.channel === "email" && outcome.reason === "bad_address";
      return { transition: "refused", columns: { reason: isEmail ? "bad_email_address" : outcome.reason } };
    }
    case "later":
      return { transition: "deferred", columns: retryLater(delivery, outcome, now) };
    case "misconfigured":
    case "needs_user":
      return { transition: "held" };
    case "taken_out":
      return { transition: "dropped", columns: { reason: "taken_out" } };
    case "other_channel":
      return {
        transition: "diverted",
        columns: { channel: outcome.channel, stands_in_for: chosenChannel(delivery) },
      };
  }
}

/** A rate limit pauses the whole channel, so it does not count as a retry. */
function retryLater(
  { retry_count: retryCount }: Delivery,
  { isRateLimit, retryAfterSeconds }: Extract<NotSent, { status: "later" }>,
  now: string,
) {
  if (isRateLimit) return { not_before: afterSeconds(now, retryAfterSeconds), retry_count: retryCount };
  const notBefore = retryAfterSeconds ? afterSeconds(now, retryAfterSeconds) : retryAt(now, retryCount);
  return { not_before: notBefore, retry_count: retryCount + 1 };
}

export function afterSeconds(now: string, seconds: number = defaultRateLimitSeconds): string {
  return laterBy(now, { seconds: Math.ceil(seconds) });
}
