import { statSync } from "node:fs";
import type { Kysely } from "kysely";
import { openDatabase } from "./connection.server.ts";
import type { Database } from "./schema.ts";

/** Opens the database file. Waits for a running restore and then opens the restored one. */
export function openInPlace(file: string): Kysely<Database> {
  const before = inodeOf(file);
  const db = openDatabase(file);
  if (before === undefined || before === inodeOf(file)) return db;
  void db.destroy();
  return openInPlace(file);
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
