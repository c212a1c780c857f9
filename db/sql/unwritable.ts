/** True for a lock, a full disk or a server that is away, which say nothing about the data. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && "code" in error && unwritable.test(String(error.code));
}

/**
 * See https://sqlite.org/rescode.html and
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const unwritable =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)|DATABASE_AWAY|53|25006|25P03|40001|40P01|55P03)/;
