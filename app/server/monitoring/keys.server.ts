import { log } from "#app/config/log.server.ts";
import { readFingerprint } from "#app/config/secrets.server.ts";
import { findKeysState, type KeysState } from "#app/domain/instance/keys/keys-state.server.ts";
import { database } from "#db/connection.server.ts";

const checkMs = 15_000;
const used = readFingerprint();

/** Compares this process's keys with the file and the database. */
export function readKeysState(): Promise<KeysState> {
  return findKeysState(database(), { used, found: readFingerprint() });
}

/** A restart by `npm start` must not use keys that `npm start` itself would refuse. */
async function refuseOthers(): Promise<void> {
  const keys = await readKeysState();
  if (keys === "fine") return;
  log.error({ keys }, "secrets.json was deleted or replaced: stop Mila and put it back");
  process.exit(1);
}

/**
 * Restarts the server for new keys. `/health/ready` and the page of Mila's owner report any other
 * problem.
 */
async function takeNew(): Promise<void> {
  if ((await readKeysState()) === "renewed") process.kill(process.pid, "SIGTERM");
}

const report = (err: unknown) => log.error({ err }, "the keys could not be checked");
void refuseOthers().catch(report);
setInterval(() => void takeNew().catch(report), checkMs).unref();
