import { accessSync, constants, rmSync } from "node:fs";
import { findUnusable } from "../start/failures/data-folder.ts";
import { count, printable } from "../start/words.ts";
import { loadSettings } from "../start/settings/load-settings.ts";

const [source] = process.argv.slice(2);
const env = await loadSettings();
const { BackupError, errorCode } = await import("#db/errors.ts");
const { receiveBackup, restoreAnyBackup } = await import("#db/packed-backup.ts");

let received: string | undefined;
try {
  if (env.DATABASE_URL)
    throw new BackupError("DATABASE_URL is set: use pg_restore, as docs/scaling.md says");
  if (!source) throw new BackupError("name the backup to restore: npm run restore -- FILE");
  const unusable = findUnusable(env.DATA_DIR);
  if (unusable) throw new BackupError(unusable);
  if (source === "-") received = await receiveBackup(process.stdin, env.DATA_DIR);
  else if (isForbidden(source))
    throw new BackupError(
      `${source} is another user's: send it, with sudo cat ${source} | npm run restore -- -`,
    );
  const { madeAt, users, tasks, kept } = await restoreAnyBackup(received ?? source, {
    dataFolder: env.DATA_DIR,
    passphrase: env.BACKUP_PASSPHRASE,
    shownAs: received ? "standard input" : source,
  });
  console.log(
    `Restored ${env.DATA_DIR} to ${madeAt}: ${count(users, "account")} and ${count(tasks, "task")}.`,
  );
  if (kept) console.log(`Your previous data is kept at ${kept}`);
  console.log("Now start Mila: npm start");
} catch (error) {
  console.error(
    error instanceof BackupError ? printable(`Restore failed: ${error.message}`) : error,
  );
  process.exitCode = 1;
} finally {
  if (received) rmSync(received, { force: true });
}

function isForbidden(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch (error) {
    return errorCode(error) === "EACCES";
  }
}
