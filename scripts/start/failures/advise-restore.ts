import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { listBackups } from "#app/config/data-folder.server.ts";
import { errorCode } from "#db/errors.ts";
import { printable } from "../words.ts";

/** Names the newest backup for a damaged database, and how to restore it. */
export function adviseRestore(error: unknown, dataFolder: string): string[] {
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return [];
  const newest = newestBackup(dataFolder);
  if (!newest)
    return [
      `The database is damaged, and there is no backup in ${dataFolder}/backups. See docs/backup.md.`,
    ];
  return [`The database is damaged. ${howToRestore(newest)}`];
}

/**
 * Says how to restore a database that is gone although it has a backup: a new one in its place
 * would hide the loss.
 */
export function adviseRestoreOfMissing(dataFolder: string): string[] {
  const isMoved = existsSync(join(dataFolder, "mila.db.moved"));
  if (isMoved && !existsSync(join(dataFolder, "mila.db")))
    return [
      `The database of ${dataFolder} was moved to PostgreSQL. Set DATABASE_URL to its address.`,
      "To go on from the day of the move instead, rename mila.db.moved to mila.db.",
    ];
  const size = statSync(join(dataFolder, "mila.db"), { throwIfNoEntry: false })?.size;
  const newest = size ? undefined : newestBackup(dataFolder);
  if (!newest) return [];
  return [
    `The database mila.db is ${size === 0 ? "empty" : "missing"} in ${dataFolder}. ${howToRestore(newest)}`,
    "To start with an empty Mila instead, move that folder somewhere else.",
  ];
}

/**
 * Says how to restore a database without accounts, although its keys had some: pages would work,
 * but everything would be gone.
 */
export function adviseRestoreOfAccounts(dataFolder: string): string {
  const newest = newestBackup(dataFolder);
  const what = `The database mila.db in ${dataFolder} has no accounts, but its keys had some.`;
  const cure =
    "If they are missing, stop Mila and put back the whole data folder, with mila.db-wal if there was one.";
  return [what, cure, ...(newest ? [howToRestore(newest)] : [])].join(" ");
}

function newestBackup(dataFolder: string) {
  return (["nightly", "before", "replaced"] as const).flatMap((cause) =>
    listBackups(dataFolder, cause),
  )[0];
}

function howToRestore({ file, madeAt }: { file: string; madeAt: string }): string {
  const when = madeAt.slice(0, 16).replace("T", " ");
  return `To go back to the newest backup, of ${when} UTC: npm run restore -- ${printable(file)}`;
}
