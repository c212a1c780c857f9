import { existsSync } from "node:fs";
import { findUnusable } from "../start/failures/data-folder.ts";
import { count, printable } from "../start/words.ts";
import { loadSettings } from "../start/settings/load-settings.ts";

const [file] = process.argv.slice(2);
const env = await loadSettings();
const { databaseFile } = await import("#db/connection.server.ts");
const { openCurrentDatabase } = await import("#db/open-current.ts");
const { writePackedBackup } = await import("#db/packed-backup.ts");
const { BackupError, toBackupError } = await import("#db/errors.ts");
const { listBackups } = await import("#app/config/data-folder.server.ts");
const { recordManualBackup } = await import("#app/domain/instance/manual-backup.server.ts");
const { readFittingSecrets } = await import("#db/keys.ts");

try {
  if (env.DATABASE_URL)
    throw new BackupError("DATABASE_URL is set: use pg_dump, as docs/scaling.md says");
  if (!file) throw new BackupError("name the file to write: npm run backup -- FILE");
  const unusable = existsSync(env.DATA_DIR) && findUnusable(env.DATA_DIR);
  if (unusable) throw new BackupError(unusable);
  if (!existsSync(databaseFile())) throw new BackupError(`there is no database in ${env.DATA_DIR}`);
  await using db = await openCurrentDatabase(env.DATA_DIR);
  const { DATA_DIR: dataFolder, BACKUP_PASSPHRASE: passphrase } = env;
  const secrets = await readFittingSecrets(db, dataFolder);
  const { users, tasks } = await writePackedBackup(db, secrets, file, { dataFolder, passphrase });
  // Nightly backups are known by their files.
  const isNightly = listBackups(dataFolder, "nightly").some((known) => known.file === file);
  // The backup counts, even if this fails because the database is on a full disk or of an older
  // version.
  if (!isNightly) await recordManualBackup(db, new Date().toISOString()).catch(() => undefined);
  console.log(`Backed up ${count(users, "account")} and ${count(tasks, "task")} to ${file}.`);
  console.log(
    passphrase
      ? "It is sealed with BACKUP_PASSPHRASE: keep the passphrase elsewhere too, or nobody can read the backup."
      : "It contains your secret keys: keep it private, and keep a copy on another disk.",
  );
} catch (thrown) {
  const error = toBackupError(thrown, file ?? "");
  console.error(
    error instanceof BackupError ? printable(`Backup failed: ${error.message}`) : error,
  );
  process.exitCode = 1;
}
