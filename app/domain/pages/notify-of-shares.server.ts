import type { Kysely } from "kysely";
import type { DiskShares } from "#app/domain/instance/check-running.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import {
  type DiskLevel,
  isWorse,
  readNotified,
  shareKey,
  writeNotified,
} from "#app/domain/instance/notified-states.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { listLargeHouseholds, maxNamed } from "./share-checks.server.ts";

/** The used space of a disk varies by this much. */
const percentOfUse = 2;

interface About {
  usedPercent: number;
  shares: DiskShares;
  isSetUp: (channel: Channel) => boolean;
}

/**
 * Notifies Mila's owner once when the disk fills up, and again only after it had space. Returns how
 * full it is.
 */
export async function notifyOfDisk(
  db: Kysely<Database>,
  { usedPercent, shares, isSetUp }: About,
  now: string,
): Promise<DiskLevel> {
  return db.transaction().execute(async (trx) => {
    const notified = await readNotified(trx);
    const level = levelOf(usedPercent, shares, notified.disk);
    if (level === notified.disk) return level;
    await writeNotified(trx, { ...notified, disk: level });
    if (level === "fine" || !isWorse(level, notified.disk)) return level;
    const notice = {
      about: "disk",
      level,
      usedPercent,
      fullPercent: shares.DISK_FULL_PERCENT,
    } as const;
    await notifyOwner(trx, notice, isSetUp, now);
    return level;
  });
}

function levelOf(usedPercent: number, shares: DiskShares, notified: DiskLevel): DiskLevel {
  const since = (level: DiskLevel, percent: number) =>
    isWorse(level, notified) ? percent : percent - percentOfUse;
  if (usedPercent >= since("full", shares.DISK_FULL_PERCENT)) return "full";
  return usedPercent >= since("filling", shares.DISK_WARNING_PERCENT) ? "filling" : "fine";
}

/**
 * Notifies Mila's owner once of the households that can't add more, and again only after they were
 * below four fifths of the share.
 */
export async function notifyOfShares(
  db: Kysely<Database>,
  { isSetUp }: Pick<About, "isSetUp">,
  now: string,
): Promise<void> {
  const large = await listLargeHouseholds(db);
  await db.transaction().execute(async (trx) => {
    const notified = await readNotified(trx);
    const reached = large.filter(({ used, most }) => used >= most);
    const still = large.map(shareKey).filter((key) => notified.shares.includes(key));
    const fresh = reached.filter((share) => !still.includes(shareKey(share))).slice(0, maxNamed);
    if (fresh.length === 0 && still.length === notified.shares.length) return;
    await writeNotified(trx, { ...notified, shares: [...still, ...fresh.map(shareKey)] });
    if (fresh.length > 0) await notifyOwner(trx, { about: "shares", reached: fresh }, isSetUp, now);
  });
}
