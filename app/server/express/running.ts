import { endAsRefused } from "#app/config/end-as-refused.server.ts";
import { log } from "#app/config/log.server.ts";
import { countAsRunning } from "#db/connection.server.ts";

/** Keeps others from moving everything meanwhile, and from removing what this version needs. */
export async function showRunning(): Promise<void> {
  await countAsRunning((why) => endAsRefused(log, why));
}
