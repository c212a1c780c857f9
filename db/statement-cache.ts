import type { SqliteDatabase, SqliteStatement } from "kysely";

const kept = 1_000;

/**
 * Gives the same prepared statement for the same SQL, those used last. Preparing costs more than most queries, and each
 * statement holds memory that Node does not see and so is in no hurry to free.
 */
export function withStatementCache(sqlite: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? sqlite.prepare(sql);
      // A Map keeps the order in which its keys came: the first is the one that was used longest ago.
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > kept && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}
