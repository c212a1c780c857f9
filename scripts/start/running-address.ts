import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { errorCode } from "#db/errors.ts";
import { logError } from "./log-line.ts";

const fileIn = (dataFolder: string) => join(dataFolder, "running-address");

/**
 * Stores the address for commands, while this Mila holds the folder's lock. Without it, they guess.
 */
export function announceAddress(dataFolder: string, origin: string): void {
  try {
    writeFileSync(fileIn(dataFolder), origin, { mode: 0o600 });
  } catch (error) {
    logError(`Commands such as npm run users won't know Mila's address: ${error}`);
  }
}

/** Removes the address of an earlier Mila, which may have been killed. */
export function forgetAddress(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/** @returns undefined while no Mila serves this folder, or while it is starting */
export function findRunningAddress(dataFolder: string): string | undefined {
  if (!isRunning(dataFolder)) return undefined;
  try {
    const origin = readFileSync(fileIn(dataFolder), "utf8");
    return URL.canParse(origin) ? origin : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

export function isRunning(dataFolder: string): boolean {
  try {
    const lock = new SQLite(join(dataFolder, "running.lock"), { fileMustExist: true, timeout: 0 });
    try {
      lock.exec("begin exclusive");
      return false;
    } finally {
      lock.close();
    }
  } catch (error) {
    return errorCode(error) === "SQLITE_BUSY";
  }
}
