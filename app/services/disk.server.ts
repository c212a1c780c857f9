import { existsSync } from "node:fs";
import { readDisk } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";

/** The rest is kept for messages that are due and for changes that people make. */
export function isDiskNearlyFull(): boolean {
  if (env.DISK_FULL_PERCENT === 100 || !existsSync(env.DATA_DIR)) return false;
  return readDisk(env.DATA_DIR).usedPercent >= env.DISK_FULL_PERCENT;
}
