import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "#app/config/env.server.ts";
import { errorCode } from "#db/errors.ts";
import { describeAccessError, requireAccess } from "./failures/access.ts";
import { fail } from "./fail.ts";
import { printable } from "./words.ts";

/** SQLite's too, which are beside its files. */
const ownFiles = /^(mila\.db|running\.lock)(-\w+)?$|^secrets\.json$/;

export function prepareFolder(folder: string): void {
  // Only this user may read the family's data.
  process.umask(0o077);
  let path = folder;
  try {
    makeFolder(folder);
    // The slash makes this fail for a file.
    requireAccess(`${folder}/`);
    for (const name of readdirSync(folder).filter((file) => ownFiles.test(file))) {
      path = join(folder, name);
      requireAccess(path);
    }
  } catch (error) {
    fail(`${describeUnusable(error, folder, path)}, or set DATA_DIR to another folder`);
  }
}

function describeUnusable(error: unknown, folder: string, path = folder): string {
  const why = describeAccessError(errorCode(error), path, folder);
  return `cannot use the data folder ${folder}: ${why ?? (error as Error).message}`;
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
    const problem = printable(describeUnusable(error, folder));
    fail([problem, ...adviseRestore(error, folder)].join("\n"));
  }
}

/** Node's `recursive` option never returns for a folder that cannot exist (/proc/…). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
