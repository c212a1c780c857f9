import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "#db/errors.ts";
import { syncToDisk } from "#app/config/data-folder.server.ts";
import { describeAccessError, requireAccess } from "./access.ts";

/** Includes SQLite's files, which are beside Mila's. */
const ownFiles = /^(mila\.db|running\.lock)(-\w+)?$|^secrets\.json$/;

/**
 * Makes the data folder if there is none.
 * @returns what keeps this user from it or from Mila's files there
 */
export function findUnusable(folder: string): string | undefined {
  let path = folder;
  try {
    makeFolder(folder);
    // The slash makes this fail if it is a file.
    requireAccess(`${folder}/`);
    for (const name of readdirSync(folder).filter((file) => ownFiles.test(file))) {
      path = join(folder, name);
      requireAccess(path);
      if (statSync(path).isDirectory())
        return `cannot use the data folder ${folder}: ${path} is a folder, but must be a file: move it away`;
    }
    return undefined;
  } catch (error) {
    const cure = describeAccessError(errorCode(error), path, folder);
    return cure
      ? `cannot use the data folder ${folder}: ${cure}, or set DATA_DIR to another folder`
      : `cannot use the data folder ${folder} (${(error as Error).message}): set DATA_DIR to another folder`;
  }
}

/** Node's `recursive` option never returns for a folder that cannot exist (/proc/…). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
  flushNames(dirname(path));
}

/**
 * Flushes the folder, so that a power cut cannot remove it. A folder that this user may not list
 * can't be flushed.
 */
function flushNames(folder: string): void {
  try {
    syncToDisk(folder);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
  }
}
