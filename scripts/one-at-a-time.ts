import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";

const timeoutMs = 600_000;

/** For programs that may start together. A lock of SQLite ends with its process. */
export async function oneAtATime(lockFile: string, run: () => void | Promise<void>): Promise<void> {
  mkdirSync(dirname(lockFile), { recursive: true });
  const lock = new SQLite(lockFile, { timeout: timeoutMs });
  lock.exec("begin exclusive");
  try {
    await run();
  } finally {
    lock.close();
  }
}
