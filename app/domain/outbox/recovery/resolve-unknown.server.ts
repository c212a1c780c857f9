import type { Kysely, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { LookupResult } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { checkpoint } from "../checkpoints.ts";
import type { MessageTypes } from "../message-type.ts";
import type { Delivery, Preparation } from "../preparation.ts";
import { retryAt } from "../sending/after-sending.ts";
import type { Change } from "../state.ts";

/** The outcome of a search, for the log. */
export interface Resolved {
  delivery: string;
  transition: Change["transition"];
}

export async function resolveUnknown(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  searches: Search[],
  now: string,
): Promise<Resolved[]> {
  checkpoint("resolved", "before");
  const resolved = await db.transaction().execute(async (trx) => {
    const owners = await findOwners(trx, searches);
    const changes: Resolved[] = [];
    for (const search of searches) {
      const own = { ...search, found: excludeOthers(search, owners) };
      const transition = await resolveOne(trx, messageTypes, own, now);
      if (transition) changes.push({ delivery: search.delivery.id, transition });
    }
    return changes;
  });
  checkpoint("resolved", "after");
  return resolved;
}

async function resolveOne(
  trx: Transaction<Database>,
  messageTypes: MessageTypes,
  search: Search,
  now: string,
): Promise<Change["transition"] | null> {
  const { delivery, found } = search;
  const change = afterSearch(search, now);
  if (!change) return null;
  const { numUpdatedRows } = await changeAsSystem(trx, change, now)
    .where("id", "=", delivery.id)
    .where("attempts", "=", delivery.attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  if (found.status === "found") {
    const sent = { status: "sent", providerId: found.providerIds[0] ?? null } as const;
    await messageTypes[delivery.kind].afterSending?.(trx, delivery, sent, now);
  }
  return change.transition;
}

async function findOwners(
  trx: Transaction<Database>,
  searches: Search[],
): Promise<Map<string, string>> {
  const ids = searches.flatMap(({ found }) => (found.status === "found" ? found.providerIds : []));
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("deliveries")
    .select(["id", "provider_id"])
    .where("provider_id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, provider_id }) => [provider_id ?? "", id]));
}

/** Two deliveries may have the same text, so a message found belongs to only one of them. */
function excludeOthers({ delivery, found }: Search, owners: Map<string, string>): LookupResult {
  // Calendar entries have ids of our own, so they can't be confused.
  if (found.status !== "found" || delivery.channel === "calendar") return found;
  const providerId = found.providerIds.find(
    (id) => (owners.get(id) ?? delivery.id) === delivery.id,
  );
  if (!providerId) return { status: "absent" };
  owners.set(providerId, delivery.id);
  return { status: "found", providerIds: [providerId] };
}

const maxSearchMinutes = 10;

export interface Search {
  delivery: Delivery;
  found: LookupResult;
  preparation: Preparation;
}

/** Returns null if the provider must be asked again. */
function afterSearch(
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
      // Allows one copy more than elsewhere: three at most.
      if (!isCancelled && delivery.retry_count === 0) return repeatLater(delivery, now);
  }
  // It may have been sent already, so send at most one more copy.
  return { transition: delivery.repeated_at || isCancelled ? "unconfirmed" : "unsure" };
}

function afterAbsence(delivery: Delivery, now: string): Change<"system"> {
  return delivery.crash_count > 0 ? { transition: "never_arrived" } : repeatLater(delivery, now);
}

/**
 * Retries at once the first time, unless the provider named a time. If it stays unclear, the waits
 * grow.
 */
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
