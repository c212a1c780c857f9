/** Its message can be shown to the user. */
export class BackupError extends Error {}

/** The content of a file is damaged, and not its disk. */
export class DamagedError extends BackupError {}

export const damaged = (file: string) =>
  new DamagedError(`${file} is damaged or incomplete: copy it again, or restore another backup`);

export const cannotCopy = (file: string) =>
  new DamagedError(`cannot create ${file}: the database is damaged`);

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function toBackupError(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error;
  const causes: Record<string, string> = {
    SQLITE_FULL: "its disk is full",
    SQLITE_IOERR_WRITE: "its disk is full or not writable",
    ENOSPC: "its disk is full",
    ENOENT: "its folder does not exist",
    ENOTDIR: "its folder does not exist",
    EACCES: "its folder is not writable",
    EPERM: "its folder is not writable",
    EROFS: "its disk is read-only",
  };
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return cannotCopy(file);
  const cause = causes[errorCode(error)];
  return cause ? new BackupError(`cannot create ${file}: ${cause}`) : error;
}
