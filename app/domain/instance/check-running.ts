import { formatDate, formatFullDate, formatTimeAt } from "#app/domain/core/time.ts";
import type { KeysState } from "./keys/keys-state.server.ts";
import { type Check, done, open, problem } from "./check.ts";

const megabyte = 1_000_000;
const minFreeBytes = 500 * megabyte;

export interface DataFolder {
  path: string;
  freeBytes: number;
  usedPercent: number;
  /** Zero if the database is PostgreSQL. */
  databaseBytes: number;
  /** The newest nightly backup. `madeAt` is in UTC. */
  lastBackup: { file: string; madeAt: string; bytes: number } | undefined;
}

export interface DiskShares {
  DISK_WARNING_PERCENT: number;
  DISK_FULL_PERCENT: number;
}

export function checkWorker({ workers }: { workers: number }): Check {
  if (workers > 0) return done("Worker", "Running and sending messages.");
  return problem("Worker", "Not running, so no messages are sent. Restart Mila and check its log.");
}

export function checkQueue({
  queues,
  isRedisSet,
}: {
  queues: string[];
  isRedisSet: boolean;
}): Check {
  if (queues.includes("redis")) return done("Queue", "Using Redis.");
  if (!isRedisSet)
    return done("Queue", "Using the database, which is fine for a family. Redis is optional.");
  return problem(
    "Queue",
    "Redis isn't responding, so the database is used instead. Check REDIS_URL.",
  );
}

/** @param mayHaveProxy true if a request had a proxy's header, which anyone can send */
export function checkProxy(mayHaveProxy: boolean): Check[] {
  if (!mayHaveProxy) return [];
  const what =
    "If Mila is behind a reverse proxy, all visitors share its address and limits until you set TRUST_PROXY " +
    "to the number of proxies: see docs/settings.md. If she isn't, set TRUST_PROXY=0 to end this message.";
  return [problem("Reverse proxy", what)];
}

export function checkSharedNetwork({ network, users }: { network: string; users: number }): Check {
  const fix =
    "If that's a reverse proxy, set TRUST_PROXY to the number of proxies in front of Mila.";
  const until = "Until then, Mila counts wrong passwords by account and device.";
  return problem(
    "Shared address",
    `${users} people used Mila from ${network} in the last 24 hours. ${fix} ${until}`,
  );
}

/** PostgreSQL has its own ways. */
export const backupOfPostgres = open(
  "Backup",
  "PostgreSQL keeps everything: back it up with pg_dump, and keep the keys too (docs/scaling.md).",
);

/** @param bytes undefined if the database is a file of the data folder */
export function checkPostgres(bytes: number | undefined): Check[] {
  return bytes === undefined ? [] : [done("Database", `PostgreSQL uses ${formatBytes(bytes)}.`)];
}

export function checkBackup(
  { path, lastBackup }: DataFolder,
  {
    failure,
    manualAt,
    timeZone,
  }: { failure: string | undefined; manualAt: string | undefined; timeZone: string },
): Check {
  const name = "Backup";
  if (failure !== undefined)
    return problem(name, `The last backup failed. Mila retries every hour. ${failure}`);
  const place = `in ${path}/backups`;
  const say = (at: string) => `${formatDate(at, timeZone)}, ${formatTimeAt(at, timeZone)}`;
  if (manualAt && manualAt > (lastBackup?.madeAt ?? ""))
    return done(
      name,
      `${say(manualAt)}: by npm run backup. Mila makes another one every night ${place}.`,
    );
  if (!lastBackup)
    return open(
      name,
      `No backup yet. Mila makes one every night ${place}. See docs/backup.md to make one now.`,
    );
  const { madeAt, bytes } = lastBackup;
  return done(
    name,
    `${say(madeAt)}: ${formatBytes(bytes)} ${place}. Mila keeps the last seven. Copy them to another machine to be safe.`,
  );
}

export function checkDisk(
  { freeBytes, usedPercent, databaseBytes }: DataFolder,
  shares: DiskShares,
): Check {
  const database = databaseBytes > 0 ? ` The database uses ${formatBytes(databaseBytes)}.` : "";
  const text = `${usedPercent} % used, ${formatBytes(freeBytes)} free.${database}`;
  if (usedPercent >= shares.DISK_FULL_PERCENT)
    return problem(
      "Disk",
      `${text} Nobody can add tasks until you free up space. What is due still goes out.`,
    );
  if (usedPercent >= shares.DISK_WARNING_PERCENT)
    return problem("Disk", `${text} Free up space soon: ${atTheEnd(shares.DISK_FULL_PERCENT)}`);
  // Leaves room for the copy that each upgrade makes.
  if (freeBytes > Math.max(minFreeBytes, 2 * databaseBytes)) return done("Disk", text);
  return problem("Disk", `${text} Free up space soon: ${atTheEnd(100)}`);
}

/**
 * Says what happens when the disk is full.
 * @param fullPercent from which nobody can add tasks; 100 never stops anyone
 */
export function atTheEnd(fullPercent: number): string {
  if (fullPercent === 100) return "nothing can be saved on a full disk.";
  return `from ${fullPercent} % on, nobody can add tasks.`;
}

export function checkHeld(held: { count: number } | null): Check[] {
  if (!held) return [];
  const text =
    "Some may have gone out before a backup was restored, so they wait. Choose under Messages to send them.";
  return [problem("Messages", text)];
}

export function checkReach(unreachedCount: number): Check[] {
  if (unreachedCount === 0) return [];
  const who = unreachedCount === 1 ? "1 person gets" : `${unreachedCount} people get`;
  const advice =
    "Their dashboards say so. They can turn on another way, or you can set up a provider.";
  return [problem("Unreachable", `${who} no messages: none of their ways works. ${advice}`)];
}

export function checkKeys(keys: KeysState): Check[] {
  if (keys === "fine" || keys === "renewed") return [];
  const fix =
    "Put it back, from a backup if need be, or Mila can't start again. See docs/backup.md.";
  const rights = "Give it back to the user that runs Mila, or she can't start again.";
  if (keys === "unreadable")
    return [problem("Keys", `Mila may not read secrets.json anymore. ${rights}`)];
  const what = keys === "missing" ? "was deleted" : "was changed";
  return [problem("Keys", `secrets.json ${what} while Mila is running. ${fix}`)];
}

/** @param lastBeat the last heartbeat before the start, if it is suspiciously long ago */
export function checkClock(
  lastBeat: string | undefined,
  { now, timeZone }: { now: string; timeZone: string },
): Check[] {
  if (lastBeat === undefined) return [];
  const say = (instant: string) => formatFullDate(instant, timeZone);
  const what = `Mila was last running on ${say(lastBeat)}, and her clock says ${say(now)}.`;
  return [problem("Clock", `${what} In case it is wrong, late messages wait for 5 minutes.`)];
}

export function checkVersion({
  version,
  migration,
}: {
  version: string;
  migration: string;
}): Check {
  return done("Version", `Mila ${version}, database version ${migration}.`);
}

function formatBytes(bytes: number): string {
  if (bytes >= 1_000 * megabyte) return `${(bytes / (1_000 * megabyte)).toFixed(1)} GB`;
  if (bytes >= megabyte) return `${(bytes / megabyte).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1_000)} KB`;
}
