import type { Kysely, Transaction, Updateable } from "kysely";
import { recordEntry } from "#app/domain/calendar/entries/record-entry.server.ts";
import type { Database } from "#db/schema.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Found } from "#app/services/sending.ts";
import { retryAt } from "../sending/backoff.ts";
import type { Delivery, Preparation } from "../preparation.ts";
import { passStep } from "../checkpoints.ts";

/** How long a provider that does not answer is asked. */
const minutesAsked = 10;

/** What was learned of a delivery that may or may not have gone out. */
export interface Asked {
  delivery: Delivery;
  found: Found;
  preparation: Preparation;
}

/** Ends what is not known, or makes it ready again: with certainty, or without it once. Returns how many it changed. */
export async function settle(db: Kysely<Database>, asked: Asked[], now: string): Promise<number> {
  passStep("settled", "before");
  const settled = await db.transaction().execute(async (trx) => {
    const taken = await findTaken(trx, asked);
    let count = 0;
    for (const one of asked) {
      const change = changeFor({ ...one, found: ownOf(one, taken) }, now);
      if (!change) continue;
      const { numUpdatedRows } = await trx
        .updateTable("deliveries")
        .set(change)
        .where("id", "=", one.delivery.id)
        .where("state", "=", "unknown")
        .where("attempts", "=", one.delivery.attempts)
        .executeTakeFirst();
      count += Number(numUpdatedRows);
      if (one.delivery.channel === "calendar" && one.found.is === "found" && numUpdatedRows > 0n)
        await recordEntry(trx, one.delivery, { is: "sent", providerId: one.found.providerIds[0] ?? null }, now);
    }
    return count;
  });
  passStep("settled", "after");
  return settled;
}

/** Which of the messages that were found are known as other deliveries', by the provider's ids. */
async function findTaken(trx: Transaction<Database>, asked: Asked[]): Promise<Map<string, string>> {
  const ids = asked.flatMap(({ found }) => (found.is === "found" ? found.providerIds : []));
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("deliveries")
    .select(["id", "provider_id"])
    .where("provider_id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, provider_id }) => [provider_id ?? "", id]));
}

/** What was found that is no other delivery's; it is this one's from then on: the same words may be said twice a day. */
function ownOf({ delivery, found }: Asked, taken: Map<string, string>): Found {
  // A calendar entry is told from all others by its id and its state.
  if (found.is !== "found" || delivery.channel === "calendar") return found;
  const providerId = found.providerIds.find((id) => (taken.get(id) ?? delivery.id) === delivery.id);
  if (!providerId) return { is: "absent" };
  taken.set(providerId, delivery.id);
  return { is: "found", providerIds: [providerId] };
}

function changeFor({ delivery, found, preparation }: Asked, now: string): Updateable<Database["deliveries"]> | null {
  if (found.is === "found") return { state: "sent", provider_id: found.providerIds[0], ended_at: now, deaths: 0 };
  const again = { state: "ready", lease_until: null, handed_over_at: null } as const;
  const isCancelled = "cancelled" in preparation;
  if (found.is === "absent") {
    return isCancelled
      ? { state: "cancelled", reason: preparation.cancelled, ended_at: now }
      : { ...again, ...afterAbsence(delivery, now) };
  }
  if (found.is === "unanswered" && (delivery.unknown_since ?? now) > earlierBy(now, { minutes: minutesAsked }))
    return null;
  // Perhaps a second copy, for once; perhaps none, if it need not go out any more.
  if (delivery.repeated_at || isCancelled) return { state: "failed", reason: "unclear", ended_at: now };
  return { ...again, not_before: now, repeated_at: now };
}

/**
 * What is definitely not there goes out again at once. Where a provider says so after each of its unclear answers, that is
 * a way of not taking it: from the second time on it waits as long as what was refused does.
 */
function afterAbsence({ deaths, refusals }: Delivery, now: string): Updateable<Database["deliveries"]> {
  // Cut off on this side: the provider has not said anything.
  if (deaths > 0) return { not_before: now, deaths: 0 };
  // By the clock that not_before is by, which may be set back afterwards (set-back.server.ts).
  const tried = { claimed_at: now, refusals: refusals + 1 };
  return { ...tried, not_before: refusals === 0 ? now : retryAt(now, refusals - 1) };
}
