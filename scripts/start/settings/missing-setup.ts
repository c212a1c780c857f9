import { readDataFolder } from "#app/config/data-folder.server.ts";
import { checkBackup, checkDisk } from "#app/domain/instance/check-running.ts";
import { checkSettings } from "#app/domain/instance/check-settings.ts";
import type { Settings } from "#app/config/env.server.ts";

export function listMissingSetup(env: Settings): string[] {
  const folder = readDataFolder(env.DATA_DIR);
  const backup = checkBackup(folder, { failure: undefined, timeZone: env.MILA_TIME_ZONE ?? "UTC" });
  return [...checkSettings(env), backup, checkDisk(folder, env)]
    .filter(({ status }) => status !== "done")
    .map(({ name, text }) => `  ${name}: ${text}`);
}
