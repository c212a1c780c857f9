import { statSync } from "node:fs";
import type { Kysely } from "kysely";
import { openDatabase } from "./connection.server.ts";
import type { Database } from "./schema.ts";

/** Waits for a running restore, then opens the file that it put in place. */
export function openCurrentDatabase(file: string): Kysely<Database> {
  const before = inodeOf(file);
  const db = openDatabase(file);
  if (before === undefined || before === inodeOf(file)) return db;
  void db.destroy();
  return openCurrentDatabase(file);
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
