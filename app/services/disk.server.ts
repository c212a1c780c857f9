import { existsSync } from "node:fs";
import { readDisk } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";

/** True if the rest is reserved for due messages and for changes. */
export function isDiskNearlyFull(): boolean {
  if (env.DISK_FULL_PERCENT === 100 || !existsSync(env.DATA_DIR)) return false;
  return readDisk(env.DATA_DIR).usedPercent >= env.DISK_FULL_PERCENT;
}
