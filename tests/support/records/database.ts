import { copyFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { inject } from "vitest";
import "#app/domain/wiring/listeners.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";

export interface TestDatabase extends AsyncDisposable {
  db: Kysely<Database>;
  file: string;
}

/** Copies a migrated template. Routes use the same database. */
export function newDatabase(): TestDatabase {
  const file = join(tmpdir(), `mila-${newId()}.db`);
  copyFileSync(inject("databaseTemplate"), file);
  const db = openDatabase(file);
  globalThis.milaDatabase = db;
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      globalThis.milaDatabase = undefined;
      await db.destroy();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    },
  };
}
