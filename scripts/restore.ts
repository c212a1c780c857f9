// npm run restore -- FILE: replaces the data folder's content with a backup, and keeps the old content.
import { mkdirSync } from "node:fs";
import { count } from "./start/count.ts";
import { loadSettings } from "./start/settings.ts";

const [file] = process.argv.slice(2);
process.umask(0o077);
const env = await loadSettings();
const { BackupError } = await import("#db/errors.ts");
const { restoreAnyBackup } = await import("#db/sealed-backup.ts");

try {
  if (!file) throw new BackupError("name the backup to restore: npm run restore -- FILE");
  mkdirSync(env.DATA_DIR, { recursive: true });
  const { madeAt, users, tasks, kept } = await restoreAnyBackup(file, {
    dataFolder: env.DATA_DIR,
    passphrase: env.BACKUP_PASSPHRASE,
  });
  console.log(`Restored ${env.DATA_DIR} to ${madeAt}: ${count(users, "account")} and ${count(tasks, "task")}.`);
  if (kept) console.log(`Your previous data is kept at ${kept}`);
  console.log("Now start Mila: npm start");
} catch (error) {
  console.error(error instanceof BackupError ? `Restore failed: ${error.message}` : error);
  process.exitCode = 1;
}
