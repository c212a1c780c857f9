import { type Dialect, PostgresAdapter, PostgresIntrospector, type Kysely } from "kysely";
import type { Pool } from "pg";
import { MilaPostgresDriver } from "./driver.ts";
import { MilaPostgresQueryCompiler } from "./query-compiler.ts";

class MilaPostgresAdapter extends PostgresAdapter {
  /** Read by `notify`. */
  readonly isPostgres = true;
}

/** @param openPool runs before the first query */
export function postgresDialect(openPool: () => Promise<Pool>): Dialect {
  return {
    createDriver: () => new MilaPostgresDriver(openPool),
    createQueryCompiler: () => new MilaPostgresQueryCompiler(),
    createAdapter: () => new MilaPostgresAdapter(),
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
}
