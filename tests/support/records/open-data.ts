import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { openDatabase } from "#db/connection.server.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import type { Database } from "#db/schema.ts";

const fileOf = (dataFolder: string) => join(dataFolder, "database-url");

/** Lets tests find the database of a Mila that runs on PostgreSQL. */
export function noteDatabaseUrl(dataFolder: string, url: string): void {
  writeFileSync(fileOf(dataFolder), url);
}

/** Opens the database of a Mila with this data folder. */
export function openData(dataFolder: string): Kysely<Database> {
  return existsSync(fileOf(dataFolder))
    ? openPostgres(readFileSync(fileOf(dataFolder), "utf8"))
    : openDatabase(join(dataFolder, "mila.db"));
}
