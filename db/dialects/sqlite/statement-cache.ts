import type { SqliteDatabase, SqliteStatement } from "kysely";
import { LRUCache } from "lru-cache";

const maxStatements = 1_000;

/**
 * Caches statements, because preparing one costs more than most queries, and Node is slow to free
 * its native memory.
 */
export function withStatementCache(sqlite: SqliteDatabase): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({
    max: maxStatements,
    memoMethod: (sql) => sqlite.prepare(sql),
  });
  return { close: () => sqlite.close(), prepare: (sql) => statements.memo(sql) };
}
