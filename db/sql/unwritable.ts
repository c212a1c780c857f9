/** True for a lock, a full disk or a server that is away, which say nothing about the data. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return ofSqlite.test(code) || ofPostgres.test(code);
}

/**
 * See https://sqlite.org/rescode.html and
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const ofSqlite = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;
const ofPostgres = /^(DATABASE_AWAY|53|25006|40001|40P01|55P03)/;
