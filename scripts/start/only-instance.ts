import { join } from "node:path";
import SQLite from "better-sqlite3";
import { errorCode } from "#db/errors.ts";
import { fail } from "./fail.ts";
import { describeAccessError } from "./failures/access.ts";
import { forgetAddress } from "./running-address.ts";

/** A Mila that is being replaced may need a moment to end. */
const timeoutMs = 5_000;
/** Held, because garbage collection would close them. */
const held: SQLite.Database[] = [];

/**
 * Locks the data folder until this process ends, however it ends.
 * @returns a function that unlocks it before
 */
export function requireOnlyInstance(dataFolder: string): () => void {
  try {
    const lock = new SQLite(join(dataFolder, "running.lock"), { timeout: timeoutMs });
    lock.exec("begin exclusive");
    held.push(lock);
    forgetAddress(dataFolder);
    return () => void lock.close();
  } catch (error) {
    const code = errorCode(error);
    // SQLite itself can't be loaded, whatever the folder contains.
    if (code === "ERR_DLOPEN_FAILED") throw error;
    if (code === "SQLITE_BUSY")
      fail(
        `another Mila is using the data folder ${dataFolder}: stop it, or set DATA_DIR to another folder`,
      );
    fail(
      `cannot use the data folder ${dataFolder}: ${describeAccessError(code, dataFolder) ?? error}`,
    );
  }
}

/** Makes `npm run restore` refuse, even while server and worker restart. */
export function keepOpen(dataFolder: string): void {
  const database = new SQLite(join(dataFolder, "mila.db"));
  // SQLite opens the file when it is first read.
  database.pragma("schema_version");
  held.push(database);
}

/**
 * The last process that closes the database moves its log (WAL) into mila.db, which then contains
 * all of it.
 */
export function closeDatabases(): void {
  for (const database of held.toReversed()) database.close();
}
