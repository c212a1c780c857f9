import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

/** A connection may break without an error, as when a machine on its way is replaced. */
const probeMs = 30_000;
const probeTimeoutMs = 5_000;
const retryMs = 1_000;

/**
 * Calls back for each notice of this name, and after each break of the connection, when some may
 * have been missed. Returns what ends it.
 */
export function listen(url: string, notice: string, onNotice: () => void): () => void {
  const ending = new AbortController();
  void keepListening({ url, notice, onNotice }, ending.signal);
  return () => ending.abort();
}

interface Listener {
  url: string;
  notice: string;
  onNotice: () => void;
}

async function keepListening(listener: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new Client({
      connectionString: listener.url,
      keepAlive: true,
      query_timeout: probeTimeoutMs,
      connectionTimeoutMillis: probeTimeoutMs,
    });
    await listenOnce(client, listener, signal).catch(() => undefined);
    await client.end().catch(() => undefined);
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Rejects when the connection breaks, or when listening ends. */
async function listenOnce(
  client: Client,
  { notice, onNotice }: Listener,
  signal: AbortSignal,
): Promise<void> {
  // It may break more than once, and an error that nobody hears would end the process.
  client.on("error", () => undefined);
  const broken = once(client, "error", { signal });
  // It is waited for below.
  broken.catch(() => undefined);
  await client.connect();
  client.on("notification", onNotice);
  await client.query(`listen ${notice}`);
  onNotice();
  for (;;) {
    await Promise.race([
      broken.then(([error]) => Promise.reject(error)),
      pause(probeMs, undefined, { signal }),
    ]);
    await client.query("select 1");
  }
}
