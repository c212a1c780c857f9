import type { Logger } from "pino";
import { readDisk } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";

/** Logs once when the disk is nearly full, and once when it no longer is. Your Mila says it too. */
export function createDiskWatch(log: Pick<Logger, "info" | "warn">): () => Promise<void> {
  let wasNearlyFull = false;
  return async () => {
    const { usedPercent } = readDisk(env.DATA_DIR);
    const isNearlyFull = usedPercent >= env.DISK_WARNING_PERCENT;
    if (isNearlyFull === wasNearlyFull) return;
    wasNearlyFull = isNearlyFull;
    if (isNearlyFull)
      log.warn({ usedPercent }, `the disk is nearly full: from ${env.DISK_FULL_PERCENT} % on, nobody can add tasks`);
    else log.info({ usedPercent }, "the disk has room again");
  };
}
