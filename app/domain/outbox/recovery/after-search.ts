import { earlierBy } from "#app/domain/core/time.ts";
import type { Found } from "#app/services/sending.ts";
import type { Delivery, Preparation } from "../preparation.ts";
import { retryAt } from "../sending/backoff.ts";
import type { Change } from "../state.ts";

/** A provider that does not answer is asked this long. */
const minutesAsked = 10;

export interface Search {
  delivery: Delivery;
  found: Found;
  preparation: Preparation;
}

/** What the search makes of its delivery; null while the provider has to be asked again. */
export function afterSearch({ delivery, found, preparation }: Search, now: string): Change | null {
  const isCancelled = "cancelled" in preparation;
  switch (found.status) {
    case "found":
      return { transition: "found", columns: { provider_id: found.providerIds[0] ?? null } };
    case "absent":
      return isCancelled
        ? { transition: "pointless", columns: { reason: preparation.cancelled } }
        : afterAbsence(delivery, now);
    case "unanswered":
      if ((delivery.unknown_since ?? now) > earlierBy(now, { minutes: minutesAsked })) return null;
  }
  // It may have gone out. One more copy, once, unless it should not go out any more.
  if (delivery.repeated_at || isCancelled) return { transition: "given_up" };
  return { transition: "unsure" };
}

/**
 * An absent message goes out again at once. A provider that answers unclearly time after time, and never has the message,
 * does not accept it: from the second time on the wait grows as for a refused one.
 */
function afterAbsence({ crash_count: crashCount, retry_count: retryCount }: Delivery, now: string): Change {
  if (crashCount > 0) return { transition: "never_arrived" };
  const notBefore = retryCount === 0 ? now : retryAt(now, retryCount - 1);
  return { transition: "not_accepted", columns: { not_before: notBefore, retry_count: retryCount + 1 } };
}
