import { join } from "node:path";
import SQLite from "better-sqlite3";
import { fail } from "./fail.ts";

/** A Mila that is being replaced may need a moment to end. */
const timeoutMs = 5_000;
let lock: SQLite.Database;

/** Locks the data folder until this process ends, however it ends. */
export function requireOnlyInstance(dataFolder: string): void {
  try {
    lock = new SQLite(join(dataFolder, "running.lock"), { timeout: timeoutMs });
    lock.exec("begin exclusive");
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    fail(`another Mila is using the data folder ${dataFolder}: stop it, or set DATA_DIR to another folder`);
  }
}
