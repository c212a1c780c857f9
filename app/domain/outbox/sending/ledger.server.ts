import { setTimeout as pause } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Kysely } from "kysely";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Result } from "../channels/result.ts";
import { type Claimed, claimDeliveries } from "./claim.server.ts";
import { failClaim } from "./fail-claim.server.ts";
import type { Outbox } from "../message-type.ts";
import { recordResults } from "./record.server.ts";
import { checkpoint } from "../checkpoints.ts";
import { sharedCommit } from "./shared-commit.ts";

/** A full disk refuses at once; a lock has been waited for. */
const retryMs = 100;

interface Ledger {
  claim: (id: string) => Promise<Claimed | null>;
  /** Waits until the database takes it, however long that is. */
  record: (result: Result) => Promise<void>;
}

type Claims = Map<string, Claimed | Error>;

/** Batches claims and records into shared transactions. */
export function createLedger(db: Kysely<Database>, outbox: Outbox): Ledger {
  const entries = new DataLoader<string | Result, Claimed | null>(
    async (batch) => {
      const ids = batch.filter((entry) => typeof entry === "string");
      const claims = await write(db, outbox, {
        ids,
        results: batch.filter((entry) => typeof entry !== "string"),
      });
      return batch.map((entry) => {
        if (typeof entry !== "string") return null;
        const claim = claims.get(entry) ?? null;
        // A batch may contain the same id twice.
        claims.delete(entry);
        return claim;
      });
    },
    { cache: false, ...sharedCommit },
  );
  return {
    claim: (id) => entries.load(id),
    async record(result) {
      while (!(await isRecorded(result))) await pause(retryMs);
    },
  };

  /** Only this process knows what became of the message: giving up would send it twice. */
  async function isRecorded(result: Result): Promise<boolean> {
    try {
      await entries.load(result);
      return true;
    } catch (error) {
      if (isUnwritable(error)) return false;
      throw error;
    }
  }
}

interface Entries {
  ids: string[];
  results: Result[];
}

/** If one delivery cannot be read, claims each separately so that the others still go out. */
async function write(db: Kysely<Database>, outbox: Outbox, entries: Entries): Promise<Claims> {
  try {
    return await writeTogether(db, outbox, entries);
  } catch (error) {
    if (isUnwritable(error) || entries.ids.length === 0) throw error;
    const claims: Claims = await writeTogether(db, outbox, { ids: [], results: entries.results });
    for (const id of entries.ids) {
      const one = await writeTogether(db, outbox, { ids: [id], results: [] }).catch(
        (cause: unknown) => failClaim(db, id, cause),
      );
      if (one instanceof Error) claims.set(id, one);
      else for (const [key, claim] of one) claims.set(key, claim);
    }
    return claims;
  }
}

async function writeTogether(
  db: Kysely<Database>,
  outbox: Outbox,
  { ids, results }: Entries,
): Promise<Claims> {
  if (ids.length > 0) checkpoint("claimed", "before", ids.length);
  if (results.length > 0) checkpoint("recorded", "before", results.length);
  const claims = await db.transaction().execute(async (trx) => {
    const now = nowIso();
    if (results.length > 0) await recordResults(trx, outbox, results, now);
    return ids.length > 0 ? claimDeliveries(trx, ids, outbox, now) : new Map<string, Claimed>();
  });
  if (results.length > 0) checkpoint("recorded", "after", results.length);
  if (ids.length > 0) checkpoint("claimed", "after", ids.length);
  return claims;
}
