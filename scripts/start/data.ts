import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fail } from "./fail.ts";

export async function prepareData(): Promise<void> {
  const { env } = await import("#app/config/env.server.ts");
  // Only this user may read the family's data.
  process.umask(0o077);
  try {
    makeFolder(env.DATA_DIR);
    // The slash makes this fail for a file.
    accessSync(`${env.DATA_DIR}/`, constants.W_OK);
    const kept = ["mila.db", "secrets.json"].map((name) => `${env.DATA_DIR}/${name}`);
    for (const file of kept.filter(existsSync)) accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(
      `the data folder ${env.DATA_DIR} is not writable (${code}): give user ${process.getuid?.()} write access, or set DATA_DIR to another folder`,
    );
  }
  const { readSecrets } = await import("#app/config/secrets.server.ts");
  const { openCurrentDatabase } = await import("#db/open-current.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const { holdAfterRestore } = await import("./hold-after-restore.ts");
  try {
    // Stays open, so that `npm run restore` refuses while Mila runs.
    const db = await openCurrentDatabase(env.DATA_DIR);
    readSecrets();
    await migrateToLatest(db);
    await holdAfterRestore(db, env.MILA_TIME_ZONE ?? "UTC");
  } catch (error) {
    fail(`cannot use the data folder ${env.DATA_DIR}: ${(error as Error).message}`);
  }
}

/** Node's `recursive` option never returns for a folder that cannot exist (/proc/…). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
