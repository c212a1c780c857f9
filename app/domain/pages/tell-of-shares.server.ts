import type { Kysely } from "kysely";
import type { DiskShares } from "#app/domain/instance/check-running.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import {
  type DiskLevel,
  isWorse,
  readTold,
  shareKey,
  writeTold,
} from "#app/domain/instance/told.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { listLargeHouseholds, mostNamed } from "./share-checks.server.ts";

/** A disk that is in use goes up and down by this much. */
const percentOfUse = 2;

interface About {
  usedPercent: number;
  shares: DiskShares;
  isSetUp: (channel: Channel) => boolean;
}

/** Tells Mila's owner once that the disk fills up; what is over can be told again. Returns how full it is. */
export async function tellOfDisk(
  db: Kysely<Database>,
  { usedPercent, shares, isSetUp }: About,
  now: string,
): Promise<DiskLevel> {
  return db.transaction().execute(async (trx) => {
    const told = await readTold(trx);
    const level = levelOf(usedPercent, shares, told.disk);
    if (level === told.disk) return level;
    await writeTold(trx, { ...told, disk: level });
    if (level === "fine" || !isWorse(level, told.disk)) return level;
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

function levelOf(usedPercent: number, shares: DiskShares, told: DiskLevel): DiskLevel {
  const since = (level: DiskLevel, percent: number) =>
    isWorse(level, told) ? percent : percent - percentOfUse;
  if (usedPercent >= since("full", shares.DISK_FULL_PERCENT)) return "full";
  return usedPercent >= since("filling", shares.DISK_WARNING_PERCENT) ? "filling" : "fine";
}

/** Tells Mila's owner once which households can't add more. It is over when they have four fifths of a share. */
export async function tellOfShares(
  db: Kysely<Database>,
  { isSetUp }: Pick<About, "isSetUp">,
  now: string,
): Promise<void> {
  const large = await listLargeHouseholds(db);
  await db.transaction().execute(async (trx) => {
    const told = await readTold(trx);
    const reached = large.filter(({ used, most }) => used >= most);
    const still = large.map(shareKey).filter((key) => told.shares.includes(key));
    const fresh = reached.filter((share) => !still.includes(shareKey(share))).slice(0, mostNamed);
    if (fresh.length === 0 && still.length === told.shares.length) return;
    await writeTold(trx, { ...told, shares: [...still, ...fresh.map(shareKey)] });
    if (fresh.length > 0) await notifyOwner(trx, { about: "shares", reached: fresh }, isSetUp, now);
  });
}
