import type { Kysely } from "kysely";
import { readDataFolder } from "#app/config/data-folder.server.ts";
import { settingsSchema } from "#app/config/settings-schema.ts";
import { isOneSlip } from "#app/domain/core/one-slip.ts";
import { backupOfPostgres, checkBackup, checkDisk } from "#app/domain/instance/check-running.ts";
import { findManualBackup } from "#app/domain/instance/manual-backup.server.ts";
import { checkSettings } from "#app/domain/instance/check-settings.ts";
import type { Settings } from "#app/config/env.server.ts";
import type { Database } from "#db/schema.ts";

export async function listMissingSetup(env: Settings, db: Kysely<Database>): Promise<string[]> {
  const folder = readDataFolder(env.DATA_DIR);
  const backup = env.DATABASE_URL
    ? backupOfPostgres
    : checkBackup(folder, {
        failure: undefined,
        manualAt: await findManualBackup(db, new Date().toISOString()),
        timeZone: env.MILA_TIME_ZONE ?? "UTC",
      });
  return [...checkSettings(env), backup, checkDisk(folder, env)]
    .filter(({ status }) => status !== "done")
    .map(({ name, text }) => `  ${name}: ${text}`);
}

/** Other programs' variables with shorter names are too often one letter from one of Mila's. */
const minLength = 6;

/** Returns a line for each variable whose name is one slip away from a setting's. */
export function listMisspeltSettings(source: Record<string, string | undefined>): string[] {
  const settings = Object.keys(settingsSchema.shape);
  return Object.keys(source).flatMap((name) => {
    if (name.length < minLength || settings.includes(name) || !source[name]?.trim()) return [];
    const meant = settings.find((setting) => !source[setting]?.trim() && isOneSlip(name, setting));
    return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
  });
}
