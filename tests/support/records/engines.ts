/**
 * True while `npm run test:postgres` runs. It skips tests of SQLite's files and plans, those whose
 * rows SQLite's own SQL makes, and those that count turns of the process.
 */
export const isOnPostgres = process.env.TEST_ONLY_POSTGRES !== undefined;
