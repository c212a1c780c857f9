/** Its message can be shown to the user. */
export class BackupError extends Error {}

/** The code of a system or SQLite error; "" for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Converts a file error to a BackupError; returns any other unchanged. */
export function inWords(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error;
  const why: Record<string, string> = {
    SQLITE_FULL: "its disk is full",
    SQLITE_IOERR_WRITE: "its disk is full or not writable",
    ENOSPC: "its disk is full",
    ENOENT: "its folder does not exist",
    ENOTDIR: "its folder does not exist",
    EACCES: "its folder is not writable",
    EPERM: "its folder is not writable",
    EROFS: "its disk is read-only",
    SQLITE_CORRUPT: "the database is damaged",
  };
  const known = why[codeOf(error)];
  return known ? new BackupError(`cannot create ${file}: ${known}`) : error;
}
