/** True for a lock of another program or a full disk, which says nothing about the data. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && "code" in error && unwritable.test(String(error.code));
}

/** See https://sqlite.org/rescode.html. */
const unwritable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;
