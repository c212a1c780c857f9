import { Pool, type PoolConfig, types } from "pg";
import { addressFor } from "./address.ts";
import type { Pools } from "./driver.ts";

const { builtins, getTypeParser } = types;

/** Reads as SQLite would: numbers as numbers, and 1 or 0 for true or false. */
const asInSqlite = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.BOOL, (text) => (text === "t" ? 1 : 0)],
]);

const resultTypes: PoolConfig["types"] = {
  getTypeParser: ((id: number, format: "text" | "binary") =>
    asInSqlite.get(id) ?? getTypeParser(id, format)) as never,
};

const connectionTimeoutMs = 10_000;
/** A process that hangs, or loses its network, must not keep the others from writing for long. */
const idleInTransactionMs = 30_000;
/** Of one process. PostgreSQL allows 100 in all by default. */
const mostConnections = { forChanges: 8, forReads: 6 };

export interface OpenPools extends Pools {
  forChanges: Pool;
  forReads: Pool;
}

/** @param lockTimeoutMs how long a transaction waits for others */
export function openPools(url: string, lockTimeoutMs: number): OpenPools {
  const open = (max: number) => openPool(url, { max, lockTimeoutMs });
  return {
    forChanges: open(mostConnections.forChanges),
    forReads: open(mostConnections.forReads),
    patienceMs: lockTimeoutMs,
  };
}

function openPool(
  url: string,
  { max, lockTimeoutMs }: { max: number; lockTimeoutMs: number },
): Pool {
  const pool = new Pool({
    connectionString: addressFor(url),
    max,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    lock_timeout: lockTimeoutMs,
    // A connection may go silent without an end, as when a machine on its way is replaced.
    query_timeout: 3 * lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: resultTypes,
  });
  // A connection that breaks is replaced at the next query, and a query that it cuts fails.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}
