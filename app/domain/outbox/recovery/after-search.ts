import { earlierBy } from "#app/domain/core/time.ts";
import type { LookupResult } from "#app/services/sending.ts";
import type { Delivery, Preparation } from "../preparation.ts";
import { retryAt } from "../sending/backoff.ts";
import type { Change } from "../state.ts";

const maxSearchMinutes = 10;

export interface Search {
  delivery: Delivery;
  found: LookupResult;
  preparation: Preparation;
}

/** Returns null if the provider must be asked again. */
export function afterSearch(
  { delivery, found, preparation }: Search,
  now: string,
): Change<"system"> | null {
  const isCancelled = "cancelled" in preparation;
  switch (found.status) {
    case "found":
      return { transition: "found", columns: { provider_id: found.providerIds[0] ?? null } };
    case "absent":
      return isCancelled
        ? { transition: "pointless", columns: { reason: preparation.cancelled } }
        : afterAbsence(delivery, now);
    case "unanswered":
      if ((delivery.unknown_since ?? now) > earlierBy(now, { minutes: maxSearchMinutes }))
        return null;
      break;
    case "harmless":
      // One more than elsewhere: three copies at most.
      if (!isCancelled && delivery.retry_count === 0) return repeatLater(delivery, now);
  }
  // It may have gone out already, so send at most one more copy.
  return { transition: delivery.repeated_at || isCancelled ? "unconfirmed" : "unsure" };
}

function afterAbsence(delivery: Delivery, now: string): Change<"system"> {
  return delivery.crash_count > 0 ? { transition: "never_arrived" } : repeatLater(delivery, now);
}

/** The first retry is immediate, unless the provider named a time. If it stays unclear, the waits grow. */
function repeatLater(
  { retry_count: retryCount, not_before: asked }: Delivery,
  now: string,
): Change<"system"> {
  const retry = retryCount === 0 ? now : retryAt(now, retryCount - 1);
  const notBefore = asked > retry ? asked : retry;
  return {
    transition: "not_accepted",
    columns: { not_before: notBefore, retry_count: retryCount + 1 },
  };
}
