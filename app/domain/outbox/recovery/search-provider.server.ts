import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { LookupResult } from "#app/services/sending.ts";
import type { Delivery, Instance, Preparation } from "../preparation.ts";
import { toFindableMessage } from "../sending/to-provider-message.server.ts";

/** The greatest difference to allow between this machine's clock and a provider's. */
export const maxClockSkewHours = 12;

export async function searchProvider(
  { delivery, preparation }: { delivery: Delivery; preparation: Preparation },
  instance: Instance,
  providers: Providers,
  now: string,
): Promise<LookupResult> {
  const { claimed_at: claimedAt, unknown_since: unknownSince, channel } = delivery;
  if (!providers.hasLookup(channel)) {
    if (!delivery.transmitted_at) return { status: "absent" };
    return { status: providers.isHarmless(channel) ? "harmless" : "no_lookup" };
  }
  const message = messageToFind(delivery, preparation, instance);
  if (!message || !claimedAt) return { status: "no_lookup" };
  // Allows for a clock that is wrong now or was at the claim.
  const since = earlierBy(claimedAt < now ? claimedAt : now, { hours: maxClockSkewHours });
  const found = await providers
    .find(message, since)
    .catch(() => ({ status: "unanswered" }) as const);
  const listedAt = laterBy(unknownSince ?? claimedAt, {
    seconds: providers.searchLagSeconds(channel),
  });
  return found.status === "absent" && now < listedAt ? { status: "unanswered" } : found;
}

function messageToFind(delivery: Delivery, { to, message }: Preparation, instance: Instance) {
  const { id: deliveryId, channel } = delivery;
  if (channel === "email") return { deliveryId, channel };
  return to && message ? toFindableMessage({ delivery, to, message }, instance) : null;
}
