import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Refusal } from "#app/config/end-as-refused.server.ts";
import { movedFact, oldestFact } from "../../version.ts";
import { addressFor } from "./address.ts";
import { gateLock, sessionLocks, versionLock } from "./session-locks.ts";

/** Each proves to PostgreSQL that this process is alive, and to this process that the other is. */
const beatMs = 1_000;
/** Shorter than PostgreSQL's patience: a leader stops to lead before another one begins. */
const answerTimeoutMs = 5_000;
const silenceMs = 10_000;
const retryMs = 1_000;

interface Settings {
  url: string;
  /** The last migration that this version knows. */
  migration: string;
  /**
   * Called for each notice of this name, and after each break of the connection, when some may have
   * been missed.
   */
  onNotice?: { name: string; call: () => void };
  /** One process of all that have this leads at a time. */
  leadership?: { gain: () => void; lose: () => void };
  onRefused: (why: Refusal) => void;
}

/**
 * Keeps one connection, by which this process counts as running, hears notices, and may lead.
 * PostgreSQL ends it, and what it holds, after 10 s without a sign of life.
 * @returns a function that ends it
 */
export function keepSession(settings: Settings): () => Promise<void> {
  const ending = new AbortController();
  const ended = keepConnecting(settings, ending.signal);
  return async () => {
    ending.abort();
    await ended;
  };
}

async function keepConnecting(settings: Settings, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new Client({
      connectionString: addressFor(settings.url),
      keepAlive: true,
      query_timeout: answerTimeoutMs,
      connectionTimeoutMillis: answerTimeoutMs,
    });
    await stayConnected(client, settings, signal).catch(() => undefined);
    settings.leadership?.lose();
    await close(client);
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A connection that went silent never says that it has ended. */
async function close(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), pause(retryMs)]);
}

/** Rejects when the connection breaks, or when the session ends. */
async function stayConnected(
  client: Client,
  { migration, onNotice, leadership, onRefused }: Settings,
  signal: AbortSignal,
): Promise<void> {
  // It may break more than once, and an error that nobody hears would end the process.
  client.on("error", () => undefined);
  const broken = once(client, "error", { signal });
  // It is waited for below.
  broken.catch(() => undefined);
  await client.connect();
  await client.query(`set idle_session_timeout = ${silenceMs}`);
  const refusal = await findRefusal(client, migration);
  if (refusal) return onRefused(refusal);
  if (onNotice) {
    client.on("notification", onNotice.call);
    await client.query(`listen ${onNotice.name}`);
    onNotice.call();
  }
  let leads = false;
  for (;;) {
    if (leads || !leadership) await client.query("select 1");
    else if ((leads = await take(client, `pg_try_advisory_lock(${sessionLocks.leading})`)))
      leadership.gain();
    await Promise.race([
      broken.then(([error]) => Promise.reject(error)),
      pause(beatMs, undefined, { signal }),
    ]);
  }
}

/** From then on, others see that this version runs. */
async function findRefusal(client: Client, migration: string): Promise<Refusal | undefined> {
  if (!(await take(client, `pg_try_advisory_lock_shared(${sessionLocks.running})`))) return "moved";
  await client.query(`select pg_advisory_lock_shared(${gateLock})`);
  await client.query(`select pg_advisory_lock_shared(${versionLock(migration)})`);
  const facts = await findFacts(client);
  await client.query(`select pg_advisory_unlock_shared(${gateLock})`);
  if (facts.has(movedFact)) return "moved";
  const oldest = facts.get(oldestFact);
  return oldest !== undefined && oldest > migration ? "outdated" : undefined;
}

async function findFacts(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    "select name, value from instance_facts where name = any($1)",
    [[movedFact, oldestFact]],
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function take(client: Client, call: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${call} as taken`);
  return rows[0]!.taken;
}
