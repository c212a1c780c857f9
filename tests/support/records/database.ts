import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Kysely } from "kysely";
import { inject } from "vitest";
import "#app/domain/wiring/rules.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { copyOf } from "../postgres/databases.ts";

export interface TestDatabase extends AsyncDisposable {
  db: Kysely<Database>;
  file: string;
}

/**
 * Copies a migrated template and its keys into a folder of its own. Routes use the same database.
 */
export function newDatabase(): TestDatabase {
  const [template, folder] = [inject("databaseTemplate"), mkdtempSync(join(tmpdir(), "mila-db-"))];
  const file = join(folder, "mila.db");
  copyFileSync(join(dirname(template), "secrets.json"), join(folder, "secrets.json"));
  const postgresTemplate = inject("postgresTemplate");
  if (!postgresTemplate) copyFileSync(template, file);
  const { db, remove } = postgresTemplate ? copyOf(postgresTemplate) : openFile(file);
  globalThis.milaDatabase = db;
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      globalThis.milaDatabase = undefined;
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openFile(file: string) {
  const db = openDatabase(file);
  return { db, remove: () => db.destroy() };
}
