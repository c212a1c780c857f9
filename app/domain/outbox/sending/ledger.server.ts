import DataLoader from "dataloader";
import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type Claimed, claimDeliveries } from "./claim.server.ts";
import { failClaim } from "./fail-claim.server.ts";
import type { Instance } from "../preparation.ts";
import { recordResults, type Result } from "./record.server.ts";
import { passStep } from "../checkpoints.ts";

/** What is written in the database before and after a message is sent. */
export interface Ledger {
  /** Null when somebody else has it or it ended. */
  claim: (id: string) => Promise<Claimed | null>;
  record: (result: Result) => Promise<void>;
}

type Claims = Map<string, Claimed | Error>;

const atOnce = 100;
/** Long enough for what comes together to be written together: a commit waits for the disk, and takes longer. */
const gatherMs = 3;

/**
 * Claims and records of deliveries that run at the same time, in one transaction: what one that has ended leaves to be
 * written, the next one's claim takes along.
 */
export function createLedger(db: Kysely<Database>, instance: Instance): Ledger {
  const entries = new DataLoader<string | Result, Claimed | null>(
    async (batch) => {
      const ids = batch.filter((entry) => typeof entry === "string");
      const claims = await write(db, instance, {
        ids,
        results: batch.filter((entry) => typeof entry !== "string"),
      });
      return batch.map((entry) => {
        if (typeof entry !== "string") return null;
        const claim = claims.get(entry) ?? null;
        // Who asks twice at the same time gets it once.
        claims.delete(entry);
        return claim;
      });
    },
    { cache: false, maxBatchSize: atOnce, batchScheduleFn: (run) => void setTimeout(run, gatherMs) },
  );
  return {
    claim: (id) => entries.load(id),
    record: async (result) => void (await entries.load(result)),
  };
}

interface Entries {
  ids: string[];
  results: Result[];
}

/** Writes them together; where one of the claims cannot even be read, each by itself, so that the others go on. */
async function write(db: Kysely<Database>, instance: Instance, entries: Entries): Promise<Claims> {
  try {
    return await writeTogether(db, instance, entries);
  } catch (error) {
    if (isDatabaseError(error) || entries.ids.length === 0) throw error;
    const claims: Claims = await writeTogether(db, instance, { ids: [], results: entries.results });
    for (const id of entries.ids) {
      const one = await writeTogether(db, instance, { ids: [id], results: [] }).catch((cause: unknown) =>
        failClaim(db, id, cause),
      );
      if (one instanceof Error) claims.set(id, one);
      else for (const [key, claim] of one) claims.set(key, claim);
    }
    return claims;
  }
}

async function writeTogether(db: Kysely<Database>, instance: Instance, { ids, results }: Entries): Promise<Claims> {
  if (ids.length > 0) passStep("claimed", "before", ids.length);
  if (results.length > 0) passStep("recorded", "before", results.length);
  const claims = await db.transaction().execute(async (trx) => {
    const now = nowIso();
    if (results.length > 0) await recordResults(trx, results, now);
    return ids.length > 0 ? claimDeliveries(trx, ids, instance, now) : new Map<string, Claimed>();
  });
  if (results.length > 0) passStep("recorded", "after", results.length);
  if (ids.length > 0) passStep("claimed", "after", ids.length);
  return claims;
}

/** A full disk or a lock says nothing about the delivery. */
function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}
