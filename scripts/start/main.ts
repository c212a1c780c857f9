import { prepareDatabase, prepareFolder } from "./data.ts";
import { fail } from "./fail.ts";
import { listMissingSetup, listMisspeltSettings } from "./settings/hints.ts";
import { requireOnlyInstance } from "./only-instance.ts";
import { becomeSupervisor } from "./prepared.ts";
import { findHomeHosts, isContainer } from "./settings/home-names.ts";
import { loadSettings } from "./settings/load-settings.ts";

/** @param isBuilt true if this is the built program, from the present sources */
export async function start({ isBuilt }: { isBuilt: boolean }): Promise<void> {
  const only = process.argv[2];
  if (only !== undefined && only !== "web" && only !== "worker")
    fail(`unknown argument "${only}": use web, worker or nothing`);
  const env = await loadSettings();
  for (const line of listMisspeltSettings(process.env)) console.log(`\n${line}`);
  // Looks up the names while the rest is prepared.
  const hosts = env.APP_URL || isContainer ? [] : findHomeHosts();
  prepareFolder(env.DATA_DIR);
  const release = only === "worker" ? undefined : requireOnlyInstance(env.DATA_DIR);
  const db = await prepareDatabase(env);
  if (!isBuilt) await import("./build.ts").then(({ buildIfNeeded }) => buildIfNeeded());
  const missingSetup = await listMissingSetup(env, db);
  release?.();
  await becomeSupervisor({
    only,
    dataFolder: env.DATA_DIR,
    hasDatabaseFile: env.DATABASE_URL === undefined,
    hasRedis: env.REDIS_URL !== undefined,
    publicUrl: env.APP_URL,
    hosts: await hosts,
    missingSetup,
  });
}
