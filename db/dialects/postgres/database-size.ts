import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "../../schema.ts";

const size = "select pg_database_size(current_database()) as bytes";

export async function readDatabaseBytes(db: Kysely<Database>): Promise<number> {
  const query = CompiledQuery.raw(size) as CompiledQuery<{ bytes: number }>;
  return (await db.executeQuery(query)).rows[0]!.bytes;
}
