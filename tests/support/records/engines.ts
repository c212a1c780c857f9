/** True while `npm run test:postgres` runs. */
export const isOnPostgres = process.env.TEST_ONLY_POSTGRES !== undefined;

/** The reasons for leaving out a test there. */
export const skippedOnPostgres = {
  /** It reads SQLite's words or plans. `postgres/plans.test.ts` reads PostgreSQL's. */
  plans: isOnPostgres,
  /** It copies, locks, breaks or reads SQLite's file, or opens it a second time. */
  file: isOnPostgres,
  /** SQLite's own SQL plants or counts its rows, or fails on purpose. */
  sql: isOnPostgres,
  /** It counts what a process does between answers of SQLite, which never wait. */
  turns: isOnPostgres,
  /** Its many thousand changes in SQLite's fastest mode would take minutes. */
  long: isOnPostgres,
};
