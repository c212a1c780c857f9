import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Backups kept per cause: nightly, before a migration, and replaced by a restore. */
const kept = { nightly: 7, before: 3, replaced: 3 };

type BackupCause = keyof typeof kept;

interface BackupFile {
  file: string;
  /** UTC. */
  madeAt: string;
  bytes: number;
}

/** Creates the backups folder and returns a new file name in it. */
export function newBackupFile(
  dataFolder: string,
  cause: BackupCause,
  { about, now = new Date().toISOString() }: { about?: string; now?: string } = {},
): string {
  const folder = join(dataFolder, "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Some file systems do not allow colons.
  const stamp = now.replaceAll(/[:.]/g, "-");
  return join(folder, `${[cause, about, stamp].filter(Boolean).join("-")}.db`);
}

/** Newest first. */
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

/** Deletes the oldest backups made for a cause, and unfinished ones after an hour. */
export function pruneBackups(dataFolder: string, cause: BackupCause): void {
  for (const { file } of listBackups(dataFolder, cause).slice(kept[cause])) rmSync(file, { force: true });
  const halves = namesIn(dataFolder).filter((name) => /\.part(-journal)?$/.test(name));
  for (const half of halves.map((name) => join(dataFolder, "backups", name))) {
    if (statSync(half).mtimeMs < Date.now() - 3_600_000) rmSync(half, { force: true });
  }
}

/** Free space, size of the database, and the last nightly backup. */
export function readDataFolder(path: string) {
  const { bavail, bsize } = statfsSync(path);
  // Recent writes are in the second file.
  const sizes = ["mila.db", "mila.db-wal"].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  const databaseBytes = sizes.reduce((sum, size) => sum + size, 0);
  return { path, freeBytes: bavail * bsize, databaseBytes, lastBackup: listBackups(path, "nightly")[0] };
}

/** Flushes a file's content, or a folder's list of files, to the disk. */
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
