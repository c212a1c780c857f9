import { type Dialect, PostgresAdapter, PostgresIntrospector, type Kysely } from "kysely";
import { MilaPostgresDriver, type Pools } from "./driver.ts";
import { MilaPostgresQueryCompiler } from "./query-compiler.ts";

class MilaPostgresAdapter extends PostgresAdapter {
  /** Read by `notify`. */
  readonly isPostgres = true;
}

/** @param openPools runs before the first query */
export function postgresDialect(openPools: () => Promise<Pools>): Dialect {
  return {
    createDriver: () => new MilaPostgresDriver(openPools),
    createQueryCompiler: () => new MilaPostgresQueryCompiler(),
    createAdapter: () => new MilaPostgresAdapter(),
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
}
