import { formatDate, formatTimeAt } from "#app/domain/core/time.ts";
import { type Check, done, open, trouble } from "./check.ts";

const megabyte = 1_000_000;
/** Less than this, and soon nothing can be saved. */
const leastFreeBytes = 500 * megabyte;

/** What is to be seen from outside the database. */
export interface DataFolder {
  path: string;
  freeBytes: number;
  databaseBytes: number;
  /** The newest that was made at night; the instant in UTC. */
  lastBackup: { file: string; madeAt: string; bytes: number } | undefined;
}

export function checkWorker({ workers }: { workers: number }): Check {
  if (workers > 0) return done("Worker", "It runs, and sends what is due.");
  return trouble("Worker", "None is running, so nothing is sent. Start Mila again, and look into its log.");
}

export function checkQueue({ queues, isRedisSet }: { queues: string[]; isRedisSet: boolean }): Check {
  if (queues.includes("redis")) return done("Queue", "Redis shares out the work.");
  if (!isRedisSet) return done("Queue", "The database alone shares out the work. That is enough for a family.");
  return trouble("Queue", "Redis does not answer, so the database does its work. Look at REDIS_URL.");
}

/** @param timeZone whose clock is told */
export function checkBackup(
  { path, lastBackup }: DataFolder,
  { failure, timeZone }: { failure: string | undefined; timeZone: string },
): Check {
  const name = "Backup";
  if (failure !== undefined) return trouble(name, `The last one failed; it is tried again each hour. ${failure}`);
  const place = `in ${path}/backups`;
  if (!lastBackup)
    return open(name, `None yet. There will be one each night, ${place}; docs/backup.md says how to make one now.`);
  const { madeAt, bytes } = lastBackup;
  const when = `${formatDate(madeAt, timeZone)}, ${formatTimeAt(madeAt, timeZone)}`;
  return done(name, `${when}: ${inWords(bytes)}, ${place}. Seven are kept; a copy on another machine is up to you.`);
}

export function checkDisk({ freeBytes, databaseBytes }: DataFolder): Check {
  const words = `${inWords(freeBytes)} are free, the database takes ${inWords(databaseBytes)}.`;
  // A copy is made before each upgrade.
  if (freeBytes > Math.max(leastFreeBytes, 2 * databaseBytes)) return done("Disk", words);
  return trouble("Disk", `${words} Make room soon: on a full disk nothing can be saved.`);
}

export function checkVersion({ version, migration }: { version: string; migration: string }): Check {
  return done("Version", `Mila ${version}, with a database of ${migration}.`);
}

function inWords(bytes: number): string {
  if (bytes >= 1_000 * megabyte) return `${(bytes / (1_000 * megabyte)).toFixed(1)} GB`;
  if (bytes >= megabyte) return `${(bytes / megabyte).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1_000)} KB`;
}
