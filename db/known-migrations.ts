import { readdir } from "node:fs/promises";
import type { Migration } from "kysely/migration";

const folder = new URL("../migrations/", import.meta.url);

/** The migrations of this version of Mila by their names, in their order. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations()) migrations[name] = await import(new URL(`${name}.ts`, folder).href);
  return migrations;
}

/** Their names, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.ts$/.test(name));
  return files.map((name) => name.replace(".ts", "")).toSorted();
}
