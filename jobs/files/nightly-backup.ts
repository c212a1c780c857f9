import { spawn } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { listBackups, newBackupFile, pruneBackups } from "#app/config/data-folder.server.ts";
import {
  claimNightlyBackup,
  recordBackupResult,
} from "#app/domain/instance/nightly-backup.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const program = "scripts/backup.ts";
const niceness = 10;

export async function backUpNightly(
  db: Kysely<Database>,
  dataFolder: string,
  timeZone: string,
  log: Pick<Logger, "info" | "error">,
  now: string = nowIso(),
): Promise<void> {
  // Ignores backups made while the clock was ahead.
  const madeAt = listBackups(dataFolder, "nightly").find((backup) => backup.madeAt <= now)?.madeAt;
  if (!(await claimNightlyBackup(db, { madeAt, timeZone }, now))) return;
  const why = await backUp(dataFolder, now).catch(String);
  await recordBackupResult(db, why);
  if (why !== undefined) return log.error({ why }, "nightly backup failed, retrying in an hour");
  pruneBackups(dataFolder, "nightly");
  log.info("nightly backup done");
}

/** Runs in its own process, so that copying delays no messages. @returns the error */
async function backUp(dataFolder: string, now: string): Promise<string | undefined> {
  const file = newBackupFile(dataFolder, "nightly", { now });
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, file], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  const killChild = () => void child.kill();
  process.once("exit", killChild);
  // Only root may raise a process's priority above its parent's.
  if (child.pid) setPriority(child.pid, Math.max(niceness, getPriority()));
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const code = await new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (exitCode, signal) => resolve(exitCode ?? signal ?? ""));
  });
  process.off("exit", killChild);
  return code === 0 ? undefined : errors.trim() || `exited with code ${code}`;
}
