import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { env } from "#app/config/env.server.ts";
import { haveHadAccounts, markHadAccounts, readFingerprint } from "#app/config/secrets.server.ts";
import { hasHadAccounts } from "#app/domain/accounts/owner/had-accounts.server.ts";
import { findKeysState, type KeysState } from "#app/domain/instance/keys/keys-state.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Restarts this worker for new keys, logs once when the keys no longer fit, and marks them once
 * there are accounts.
 */
export function createKeysWatch(
  db: Kysely<Database>,
  log: Pick<Logger, "info" | "error">,
): () => Promise<void> {
  const used = readFingerprint();
  let last: KeysState = "fine";
  return async () => {
    const state = await findKeysState(db, { used, found: readFingerprint() });
    // A file for several machines may be read only.
    const canMark = state === "fine" && env.MILA_SECRETS_FILE === undefined;
    if (canMark && !haveHadAccounts(env.DATA_DIR) && (await hasHadAccounts(db)))
      markHadAccounts(env.DATA_DIR);
    if (state === last) return;
    last = state;
    if (state === "fine") log.info("the keys in secrets.json are back");
    else if (state === "renewed") process.kill(process.pid, "SIGTERM");
    else
      log.error(
        { keys: state },
        "secrets.json was deleted or replaced, or cannot be read: put it back before Mila starts again",
      );
  };
}
