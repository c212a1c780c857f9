import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { makeBackupFolder, syncToDisk } from "#app/config/data-folder.server.ts";
import type { Secrets } from "#app/config/secrets.server.ts";
import { type BackupContents, writeBackup } from "./backup.ts";
import { BackupError, cannotCopy, DamagedError, toBackupError } from "./errors.ts";
import { restoreBackup, type Restored } from "./restore.ts";
import type { Database } from "./schema.ts";
import {
  compressFile,
  decompressFile,
  isCompressed,
  isSealed,
  sealFile,
  unsealFile,
} from "./packed-file.ts";

interface Packing {
  dataFolder: string;
  /** Encrypts the backup. */
  passphrase: string | undefined;
}

/**
 * Writes a compressed backup, and encrypts it with the passphrase.
 * @throws BackupError like `writeBackup`
 */
export async function writePackedBackup(
  db: Kysely<Database>,
  secrets: Secrets,
  file: string,
  { dataFolder, passphrase }: Packing,
): Promise<BackupContents> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name`);
  const [open, partialFile] = [openCopyIn(dataFolder), `${file}.part`];
  try {
    const contents = await writeBackup(db, secrets, open);
    rmSync(partialFile, { force: true });
    await (passphrase ? sealFile(open, partialFile, passphrase) : compressFile(open, partialFile));
    syncToDisk(partialFile);
    renameSync(partialFile, file);
    syncToDisk(dirname(resolve(file)));
    return contents;
  } catch (error) {
    throw error instanceof DamagedError ? cannotCopy(file) : toBackupError(error, file);
  } finally {
    for (const leftover of [open, partialFile]) rmSync(leftover, { force: true });
  }
}

interface Restore extends Packing {
  /** The backup's name for people, if the file is a copy. */
  shownAs?: string;
}

/**
 * Restores backups that are encrypted, compressed, or neither, as earlier versions wrote them.
 * @throws BackupError like `restoreBackup`, and for a wrong passphrase
 */
export async function restoreAnyBackup(
  file: string,
  { dataFolder, passphrase, shownAs = file }: Restore,
): Promise<Restored> {
  const [unsealed, decompressed] = [openCopyIn(dataFolder, "unsealed"), openCopyIn(dataFolder)];
  let open = file;
  try {
    if (isSealed(open)) {
      await unsealFile({ from: open, to: unsealed, passphrase, shownAs });
      open = unsealed;
    }
    if (isCompressed(open)) {
      await decompressFile({ from: open, to: decompressed, shownAs });
      open = decompressed;
    }
    return await restoreBackup({ file: open, isCopy: open !== file, shownAs }, dataFolder);
  } catch (error) {
    throw toBackupError(error, open);
  } finally {
    for (const copy of [unsealed, decompressed]) rmSync(copy, { force: true });
  }
}

/** Lets a container restore a file that only its owner outside can read. @returns its path */
export async function receiveBackup(source: Readable, dataFolder: string): Promise<string> {
  const file = openCopyIn(dataFolder, "received");
  await pipeline(source, createWriteStream(file, { mode: 0o600 }));
  return file;
}

/**
 * Returns a path beside the database, which is not encrypted either, so that the backup's own disk
 * never contains the decrypted copy.
 */
function openCopyIn(dataFolder: string, name: string = "open"): string {
  const file = join(makeBackupFolder(dataFolder), `${name}-${process.pid}.part`);
  rmSync(file, { force: true });
  return file;
}
