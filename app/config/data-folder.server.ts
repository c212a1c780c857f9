import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Why there is a backup, and how many of each are kept: every night, before a migration, before another was restored. */
const kept = { nightly: 7, before: 3, replaced: 3 };

export type BackupCause = keyof typeof kept;

export interface BackupFile {
  file: string;
  /** UTC. */
  madeAt: string;
  bytes: number;
}

/**
 * A name for a new backup in the data folder, which is made ready for it.
 * @param now UTC
 */
export function newBackupFile(
  dataFolder: string,
  cause: BackupCause,
  { about, now = new Date().toISOString() }: { about?: string; now?: string } = {},
): string {
  const folder = join(dataFolder, "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not every disk takes names with colons.
  const stamp = now.replaceAll(/[:.]/g, "-");
  return join(folder, `${[cause, about, stamp].filter(Boolean).join("-")}.db`);
}

/** The backups in the data folder that were made for this cause, the newest first. */
export function listBackups(dataFolder: string, cause: BackupCause): BackupFile[] {
  return namesIn(dataFolder)
    .flatMap((name) => {
      const found = /^([a-z]+)\b.*?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/.exec(name);
      if (found?.[1] !== cause) return [];
      const file = join(dataFolder, "backups", name);
      return [{ file, madeAt: `${found[2]}:${found[3]}:${found[4]}.${found[5]}`, bytes: statSync(file).size }];
    })
    .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
}

/** Deletes the oldest of those made for this cause, and what was left half done an hour ago or earlier. */
export function pruneBackups(dataFolder: string, cause: BackupCause): void {
  for (const { file } of listBackups(dataFolder, cause).slice(kept[cause])) rmSync(file, { force: true });
  const halves = namesIn(dataFolder).filter((name) => /\.part(-journal)?$/.test(name));
  for (const half of halves.map((name) => join(dataFolder, "backups", name))) {
    if (statSync(half).mtimeMs < Date.now() - 3_600_000) rmSync(half, { force: true });
  }
}

/** How the data folder is: what is left of its disk for this user, what the database takes, its last nightly backup. */
export function readDataFolder(path: string) {
  const { bavail, bsize } = statfsSync(path);
  // What was written lately is in the second file, for a while.
  const sizes = ["mila.db", "mila.db-wal"].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  const databaseBytes = sizes.reduce((sum, size) => sum + size, 0);
  return { path, freeBytes: bavail * bsize, databaseBytes, lastBackup: listBackups(path, "nightly")[0] };
}

/** Returns when what a file holds, or which files a folder holds, is on the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function namesIn(dataFolder: string): string[] {
  try {
    return readdirSync(join(dataFolder, "backups"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
