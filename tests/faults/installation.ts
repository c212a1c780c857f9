import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import "#app/domain/wiring/rules.server.ts";
import { newSecrets, replaceSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { ownClockSettings } from "#tests/support/runner/clock/clock-settings.ts";

/** A data folder and the environment of its processes. */
export interface Installation extends AsyncDisposable {
  folder: string;
  /** Where its processes log; the data folder by default. */
  logFolder?: string;
  db: Kysely<Database>;
  /** Every process's environment; rows add to it. */
  settings: Record<string, string>;
}

/**
 * Creates a data folder with keys and tables.
 * @param template a closed, migrated database to copy
 */
export async function newInstallation(folder: string, template?: string): Promise<Installation> {
  mkdirSync(folder, { recursive: true });
  replaceSecrets(newSecrets(), folder);
  if (template) copyFileSync(template, join(folder, "mila.db"));
  const db = openDatabase(join(folder, "mila.db"));
  await migrateToLatest(db);
  return {
    folder,
    db,
    settings: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      DATA_DIR: folder,
      TEST_ONLY_CHEAP_PASSWORDS: "yes",
      PORT: "0",
      MILA_TIME_ZONE: "America/New_York",
      ...ownClockSettings,
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}
