import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { makeBackupFolder, syncToDisk } from "#app/config/data-folder.server.ts";
import type { Secrets } from "#app/config/secrets.server.ts";
import { type BackupContents, writeBackup } from "./backup.ts";
import { BackupError, toBackupError } from "./errors.ts";
import { restoreBackup, type Restored } from "./restore.ts";
import type { Database } from "./schema.ts";
import { isSealed, sealFile, unsealFile } from "./sealed-file.ts";

interface Seal {
  dataFolder: string;
  passphrase: string;
}

/** @throws BackupError like `writeBackup` */
export async function writeSealedBackup(
  db: Kysely<Database>,
  secrets: Secrets,
  file: string,
  { dataFolder, passphrase }: Seal,
): Promise<BackupContents> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name`);
  const [open, partialFile] = [openCopyIn(dataFolder), `${file}.part`];
  try {
    const contents = await writeBackup(db, secrets, open);
    rmSync(partialFile, { force: true });
    await sealFile(open, partialFile, passphrase);
    syncToDisk(partialFile);
    renameSync(partialFile, file);
    syncToDisk(dirname(resolve(file)));
    return contents;
  } catch (error) {
    throw toBackupError(error, file);
  } finally {
    for (const leftover of [open, partialFile]) rmSync(leftover, { force: true });
  }
}

interface Restore {
  dataFolder: string;
  passphrase: string | undefined;
  /** The backup's name for people, if the file is a copy. */
  shownAs?: string;
}

/** Restores sealed and other backups. @throws BackupError like `restoreBackup`, and for a wrong passphrase */
export async function restoreAnyBackup(
  file: string,
  { dataFolder, passphrase, shownAs = file }: Restore,
): Promise<Restored> {
  if (!isSealed(file)) return restoreBackup(file, dataFolder, shownAs);
  const open = openCopyIn(dataFolder);
  try {
    await unsealFile({ from: file, to: open, passphrase, shownAs });
    return await restoreBackup(open, dataFolder, shownAs);
  } catch (error) {
    throw toBackupError(error, open);
  } finally {
    rmSync(open, { force: true });
  }
}

/** Lets a container restore a file that only its owner outside can read. @returns where it is */
export async function receiveBackup(source: Readable, dataFolder: string): Promise<string> {
  const file = openCopyIn(dataFolder, "received");
  await pipeline(source, createWriteStream(file, { mode: 0o600 }));
  return file;
}

/** Beside the database, which is not sealed either: the backup's own disk never holds it. */
function openCopyIn(dataFolder: string, name: string = "open"): string {
  const file = join(makeBackupFolder(dataFolder), `${name}-${process.pid}.part`);
  rmSync(file, { force: true });
  return file;
}
