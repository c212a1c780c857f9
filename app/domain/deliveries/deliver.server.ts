import DataLoader from "dataloader";
import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { type Claimed, claimDeliveries } from "./claim.server.ts";
import type { Instance } from "./preparation.ts";
import type { Providers } from "#app/services/providers.server.ts";
import { type Result, recordResults } from "./record.server.ts";
import { failClaim } from "./fail-claim.server.ts";
import { outgoing } from "./outgoing.server.ts";
import { passStep } from "./steps.ts";

/** Sends a delivery if it is still to be sent; returns what came of it, or null when somebody else has it or it ended. */
export type Deliver = (id: string) => Promise<Outcome | null>;

const atOnce = 100;
/** Long enough for jobs that come together to be claimed together: a commit waits for the disk, and takes longer. */
const gatherMs = 3;

/**
 * Claim, send, record (DELIVERY.md, 4 to 6), with the claims and the records of deliveries that run at the same time in
 * one transaction each. The database says what happened: whatever is thrown here was written down as far as it came.
 */
export function createDeliver(
  db: Kysely<Database>,
  instance: Instance,
  providers: Providers,
  log: { info: (facts: object, message: string) => void },
): Deliver {
  const gather = {
    cache: false,
    maxBatchSize: atOnce,
    batchScheduleFn: (run: () => void) => void setTimeout(run, gatherMs),
  };
  const claims = new DataLoader<string, Claimed | null>(async (ids) => {
    const claimed = await claimApart(db, ids, instance);
    return ids.map((id) => {
      const claim = claimed.get(id) ?? null;
      // Who asks twice at the same time gets it once.
      claimed.delete(id);
      return claim;
    });
  }, gather);
  const records = new DataLoader<Result, null>(async (results) => {
    await recordResults(db, results, nowIso());
    return results.map(() => null);
  }, gather);

  return async (id) => {
    const claimed = await claims.load(id);
    if (!claimed) return null;
    passStep("sent", "before");
    const outcome = await send(claimed, instance, providers);
    passStep("sent", "after");
    await records.load({ delivery: claimed.delivery, to: claimed.to, outcome });
    const { kind, channel } = claimed.delivery;
    log.info({ delivery: id, kind, channel, outcome }, "delivery");
    return outcome;
  };
}

/** Claims them together; where one of them cannot even be read, each by itself, so that the others go on. */
async function claimApart(
  db: Kysely<Database>,
  ids: readonly string[],
  instance: Instance,
): Promise<Map<string, Claimed | Error>> {
  try {
    return await claimDeliveries(db, ids, instance, nowIso());
  } catch (error) {
    if (isDatabaseError(error)) throw error;
    const claimed = new Map<string, Claimed | Error>();
    for (const id of ids) {
      const one = await claimDeliveries(db, [id], instance, nowIso()).catch((cause: unknown) =>
        failClaim(db, id, cause),
      );
      if (one instanceof Error) claimed.set(id, one);
      else for (const [key, claim] of one) claimed.set(key, claim);
    }
    return claimed;
  }
}

/** A full disk or a lock says nothing about the delivery. */
function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}

async function send(claimed: Claimed, instance: Instance, providers: Providers): Promise<Outcome> {
  try {
    return await providers.send(outgoing(claimed, instance));
  } catch {
    // Nobody knows how far it came.
    return { is: "unclear" };
  }
}
