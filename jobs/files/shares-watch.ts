import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { readDisk } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { notifyOfDisk, notifyOfShares } from "#app/domain/pages/notify-of-shares.server.ts";
import type { Channel, Database } from "#db/schema.ts";

const minutesBetweenCounts = 10;

/**
 * Notifies Mila's owner, and the log, when the disk fills up and when it has space again, and the
 * owner when households reach a share. The Your Mila page shows all of it too. Run it each minute.
 */
export function createSharesWatch(
  db: Kysely<Database>,
  isSetUp: (channel: Channel) => boolean,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  let wasNearlyFull = false;
  let minutes = 0;

  async function watchDisk(): Promise<void> {
    const { usedPercent } = readDisk(env.DATA_DIR);
    const isNearlyFull =
      (await notifyOfDisk(db, { usedPercent, shares: env, isSetUp }, nowIso())) !== "fine";
    if (isNearlyFull === wasNearlyFull) return;
    wasNearlyFull = isNearlyFull;
    if (isNearlyFull)
      log.warn(
        { usedPercent },
        `the disk is nearly full: from ${env.DISK_FULL_PERCENT} % on, nobody can add tasks`,
      );
    else log.info({ usedPercent }, "the disk has room again");
  }

  return async () => {
    await watchDisk();
    if (minutes % minutesBetweenCounts === 0) await notifyOfShares(db, { isSetUp }, nowIso());
    minutes += 1;
  };
}
