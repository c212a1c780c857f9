import { Kysely } from "kysely";
import type { Database } from "../../schema.ts";
import { postgresDialect } from "./dialect.ts";

/** Loads the driver and connects when the first query runs. */
export function openPostgres(url: string): Kysely<Database> {
  const dialect = postgresDialect(async () => {
    const { openPool } = await import("./open-pool.ts");
    return openPool(url);
  });
  return new Kysely<Database>({ dialect });
}
