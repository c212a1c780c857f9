import type { SqliteDatabase, SqliteStatement } from "kysely";

const kept = 1_000;

/** Reuses prepared statements. Preparing costs more than most queries, and Node is slow to free their hidden memory. */
export function withStatementCache(sqlite: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? sqlite.prepare(sql);
      // A Map keeps insertion order, so the first key is the least recently used.
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > kept && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}
