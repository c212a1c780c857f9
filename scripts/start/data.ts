import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Settings } from "#app/config/env.server.ts";
import { fail } from "./fail.ts";
import { printable } from "./words.ts";

export function prepareFolder(folder: string): void {
  // Only this user may read the family's data.
  process.umask(0o077);
  try {
    makeFolder(folder);
    // The slash makes this fail for a file.
    accessSync(`${folder}/`, constants.W_OK);
    const kept = ["mila.db", "secrets.json"].map((name) => `${folder}/${name}`);
    for (const file of kept.filter(existsSync)) accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(
      `the data folder ${folder} is not writable (${code}): give user ${process.getuid?.()} write access, or set DATA_DIR to another folder`,
    );
  }
}

export async function prepareDatabase({ DATA_DIR: folder, MILA_TIME_ZONE }: Settings): Promise<void> {
  const { readSecrets } = await import("#app/config/secrets.server.ts");
  const { openCurrentDatabase } = await import("#db/open-current.ts");
  const { requireIntact } = await import("#db/require-intact.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const { holdAfterRestore } = await import("./restored/hold-after-restore.ts");
  const { adviseRestore, adviseRestoreOfMissing } = await import("./restored/advise-restore.ts");
  const loss = adviseRestoreOfMissing(folder);
  if (loss.length > 0) fail(loss.join("\n"));
  try {
    // Stays open, so that `npm run restore` refuses while Mila runs.
    const db = await openCurrentDatabase(folder);
    await requireIntact(db);
    readSecrets();
    await migrateToLatest(db);
    await holdAfterRestore(db, MILA_TIME_ZONE ?? "UTC");
  } catch (error) {
    const problem = printable(`cannot use the data folder ${folder}: ${(error as Error).message}`);
    fail([problem, ...adviseRestore(error, folder)].join("\n"));
  }
}

/** Node's `recursive` option never returns for a folder that cannot exist (/proc/…). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
