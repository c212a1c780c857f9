import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector } from "kysely";
import { MilaSqliteDriver, type SqliteFile } from "./driver.ts";
import { MilaQueryCompiler } from "./query-compiler.ts";

class MilaSqliteAdapter extends SqliteAdapter {
  /** Kysely assumes that SQLite cannot roll back DDL and would migrate without a transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely would keep all others waiting while one waits for a lock. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function sqliteDialect(file: SqliteFile): Dialect {
  return {
    createDriver: () => new MilaSqliteDriver(file),
    createQueryCompiler: () => new MilaQueryCompiler(),
    createAdapter: () => new MilaSqliteAdapter(),
    createIntrospector: (db: Kysely<any>) => new SqliteIntrospector(db),
  };
}
