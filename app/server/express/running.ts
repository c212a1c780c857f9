import { endAsMoved } from "#app/config/end-as-moved.server.ts";
import { log } from "#app/config/log.server.ts";
import { countAsRunning } from "#db/connection.server.ts";

/** Keeps others from moving everything to another database meanwhile. */
export async function showRunning(): Promise<void> {
  await countAsRunning(() => endAsMoved(log));
}
