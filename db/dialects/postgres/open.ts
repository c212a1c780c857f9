import { Kysely } from "kysely";
import type { Database } from "../../schema.ts";
import { postgresDialect } from "./dialect.ts";

const lockTimeoutMs = 10_000;

/**
 * Loads the driver and connects when the first query runs.
 * @param patienceMs how long a transaction waits for others
 */
export function openPostgres(url: string, patienceMs: number = lockTimeoutMs): Kysely<Database> {
  const dialect = postgresDialect(async () => {
    const { openPools } = await import("./open-pool.ts");
    return openPools(url, patienceMs);
  });
  return new Kysely<Database>({ dialect });
}
