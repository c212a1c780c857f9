import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fail } from "./fail.ts";

/** Makes the data folder, the keys and the tables, so that every process finds them; and holds on to the database. */
export async function prepareData(): Promise<void> {
  const { env } = await import("#app/config/env.server.ts");
  // What the family keeps here is nobody else's on this machine.
  process.umask(0o077);
  try {
    makeFolder(env.DATA_DIR);
    // With a slash: a file is not a folder.
    accessSync(`${env.DATA_DIR}/`, constants.W_OK);
    // What another user has left there is not to be had either.
    const kept = ["mila.db", "secrets.json"].map((name) => `${env.DATA_DIR}/${name}`);
    for (const file of kept.filter(existsSync)) accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(
      `the data folder ${env.DATA_DIR} is not writable (${code}): give user ${process.getuid?.()} write access, or set DATA_DIR to another folder`,
    );
  }
  const { readSecrets } = await import("#app/config/secrets.server.ts");
  const { databaseFile } = await import("#db/connection.server.ts");
  const { openInPlace } = await import("#db/in-place.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const { takeKeys } = await import("#db/restore.ts");
  try {
    // Open as long as this process runs: that is how `npm run restore` sees that it does.
    const db = openInPlace(databaseFile());
    await takeKeys(db, env.DATA_DIR);
    readSecrets();
    await migrateToLatest(db);
  } catch (error) {
    fail(`cannot use the data folder ${env.DATA_DIR}: ${(error as Error).message}`);
  }
}

/** Node's own way of making parents too never ends where the system says that there is no such place (/proc/…). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
