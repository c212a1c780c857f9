import { readdir } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./schema.ts";

/** Found by package.json, because built programs are in another folder. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? "."), "migrations");

export interface KnownMigration extends Migration {
  /**
   * An older version goes on beside an "expand". A "contract" takes away only what this version no
   * longer uses, and waits for older versions to end. Any other migration needs Mila stopped.
   */
  step?: "expand" | "contract";
}

export async function readMigrations(): Promise<Record<string, KnownMigration>> {
  const migrations: Record<string, KnownMigration> = {};
  for (const name of await listMigrations())
    migrations[name] = await import(`../migrations/${name}.ts`);
  return migrations;
}

export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.ts$/.test(name));
  return files.map((name) => name.replace(".ts", "")).toSorted();
}

export async function listApplied(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
