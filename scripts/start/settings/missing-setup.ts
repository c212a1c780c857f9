import type { Kysely } from "kysely";
import { readDataFolder } from "#app/config/data-folder.server.ts";
import { checkBackup, checkDisk } from "#app/domain/instance/check-running.ts";
import { findManualBackup } from "#app/domain/instance/manual-backup.server.ts";
import { checkSettings } from "#app/domain/instance/check-settings.ts";
import type { Settings } from "#app/config/env.server.ts";
import type { Database } from "#db/schema.ts";

export async function listMissingSetup(env: Settings, db: Kysely<Database>): Promise<string[]> {
  const folder = readDataFolder(env.DATA_DIR);
  const backup = checkBackup(folder, {
    failure: undefined,
    manualAt: await findManualBackup(db, new Date().toISOString()),
    timeZone: env.MILA_TIME_ZONE ?? "UTC",
  });
  return [...checkSettings(env), backup, checkDisk(folder, env)]
    .filter(({ status }) => status !== "done")
    .map(({ name, text }) => `  ${name}: ${text}`);
}
