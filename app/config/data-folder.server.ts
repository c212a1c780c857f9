import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const maxBackups = { nightly: 7, before: 3, replaced: 3 };

const minFreeBytes = 4_000_000;

type BackupCause = keyof typeof maxBackups;

interface BackupFile {
  file: string;
  /** UTC. */
  madeAt: string;
  bytes: number;
}

export function newBackupFile(
  dataFolder: string,
  cause: BackupCause,
  { about, now = new Date().toISOString() }: { about?: string; now?: string } = {},
): string {
  const folder = makeBackupFolder(dataFolder);
  // Some file systems do not allow colons.
  const stamp = now.replaceAll(/[:.]/g, "-");
  return join(folder, `${[cause, about, stamp].filter(Boolean).join("-")}.db`);
}

/** Flushes the folder, so that a power cut cannot remove it along with its first backup. */
export function makeBackupFolder(dataFolder: string): string {
  const folder = join(dataFolder, "backups");
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew) syncToDisk(dataFolder);
  return folder;
}

export function listBackups(dataFolder: string, cause: BackupCause): BackupFile[] {
  return listFileNames(dataFolder)
    .flatMap((name) => {
      const found = /^([a-z]+)\b.*?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/.exec(name);
      if (found?.[1] !== cause) return [];
      const file = join(dataFolder, "backups", name);
      return [
        {
          file,
          madeAt: `${found[2]}:${found[3]}:${found[4]}.${found[5]}`,
          bytes: statSync(file).size,
        },
      ];
    })
    .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
}

/** Also deletes unfinished backups after an hour. */
export function pruneBackups(dataFolder: string, cause: BackupCause): void {
  for (const { file } of listBackups(dataFolder, cause).slice(maxBackups[cause]))
    rmSync(file, { force: true });
  const partialFiles = listFileNames(dataFolder).filter((name) => /\.part(-journal)?$/.test(name));
  for (const file of partialFiles.map((name) => join(dataFolder, "backups", name))) {
    if (statSync(file).mtimeMs < Date.now() - 3_600_000) rmSync(file, { force: true });
  }
}

/** SQLite and the log need some room to write at all. */
export function isDiskFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < minFreeBytes;
}

/** Counts as `df` does: space that only root may use is neither used nor free. */
export function readDisk(path: string): { freeBytes: number; usedPercent: number } {
  const { bavail, bfree, blocks, bsize } = statfsSync(path);
  const used = blocks - bfree;
  return {
    freeBytes: bavail * bsize,
    usedPercent: Math.floor((100 * used) / Math.max(1, used + bavail)),
  };
}

export function readDataFolder(path: string) {
  // Recent writes are in the WAL file.
  const sizes = ["mila.db", "mila.db-wal"].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  const databaseBytes = sizes.reduce((sum, size) => sum + size, 0);
  return { path, ...readDisk(path), databaseBytes, lastBackup: listBackups(path, "nightly")[0] };
}

/** After a power cut, the file has its old content or all of the new one. */
export function writeLastingFile(file: string, content: string): void {
  // Two processes may write at once.
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, content, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncToDisk(dirname(file));
}

/** Flushes a folder's list of files. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function listFileNames(dataFolder: string): string[] {
  try {
    return readdirSync(join(dataFolder, "backups"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
