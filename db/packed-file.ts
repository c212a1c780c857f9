import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from "node:crypto";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { appendFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupError, damaged, errorCode } from "./errors.ts";

/** Every frame of Zstandard begins with it (RFC 8878, 3.1.1). */
const compressedMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

// A sealed file is compressed before it is encrypted; older ones are not compressed. It has a
// header of magic, salt, check and nonce; then the ciphertext (AES-256-GCM, with the header as
// additional data); then the tag. The check, derived like the key, distinguishes a wrong passphrase
// from a damaged file.
const magic = Buffer.from("mila-sealed-1\n\n\n");
const sizes = { salt: 16, check: 16, nonce: 12, tag: 16 };
const headerSize = magic.length + sizes.salt + sizes.check + sizes.nonce;
/** Takes 64 MiB and a fifth of a second. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

export const isCompressed = (file: string) => startsWith(file, compressedMagic);

export const isSealed = (file: string) => startsWith(file, magic);

/** The checksum reveals a damaged file. */
const createCompressor = () =>
  createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });

export async function compressFile(from: string, to: string): Promise<void> {
  const target = createWriteStream(to, { mode: 0o600, flags: "wx" });
  await pipeline(createReadStream(from), createCompressor(), target);
}

interface Decompress {
  from: string;
  to: string;
  /** The file's name for people. */
  shownAs: string;
}

/** @throws BackupError for a damaged file */
export async function decompressFile({ from, to, shownAs }: Decompress): Promise<void> {
  const target = createWriteStream(to, { mode: 0o600, flags: "wx" });
  try {
    await pipeline(createReadStream(from), createZstdDecompress(), target);
  } catch (error) {
    // For example ZSTD_error_corruption_detected, or Z_BUF_ERROR for a file that ends too early.
    throw /^(ZSTD|Z|ERR_ZLIB)_/.test(errorCode(error)) ? damaged(shownAs) : error;
  }
}

export async function sealFile(from: string, to: string, passphrase: string): Promise<void> {
  const [salt, nonce] = [randomBytes(sizes.salt), randomBytes(sizes.nonce)];
  const { key, check } = deriveKey(passphrase, salt);
  const header = Buffer.concat([magic, salt, check, nonce]);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(header);
  await appendFile(to, header, { mode: 0o600, flag: "wx" });
  await pipeline(
    createReadStream(from),
    createCompressor(),
    cipher,
    createWriteStream(to, { flags: "a" }),
  );
  await appendFile(to, cipher.getAuthTag());
}

interface Unseal extends Decompress {
  passphrase: string | undefined;
}

/**
 * The result counts only once this has returned.
 * @throws BackupError for a wrong passphrase or a damaged file
 */
export async function unsealFile({ from, to, passphrase, shownAs }: Unseal): Promise<void> {
  if (passphrase === undefined)
    throw new BackupError(`${shownAs} is sealed: set BACKUP_PASSPHRASE to its passphrase`);
  const end = statSync(from).size - sizes.tag;
  if (end <= headerSize) throw damaged(shownAs);
  const header = readAt(from, 0, headerSize);
  const salt = header.subarray(magic.length, magic.length + sizes.salt);
  const { key, check } = deriveKey(passphrase, salt);
  if (!timingSafeEqual(check, header.subarray(magic.length + sizes.salt, headerSize - sizes.nonce)))
    throw new BackupError(
      `${shownAs} is sealed with another passphrase: set BACKUP_PASSPHRASE to that one`,
    );
  const decipher = createDecipheriv("aes-256-gcm", key, header.subarray(-sizes.nonce))
    .setAAD(header)
    .setAuthTag(readAt(from, end, sizes.tag));
  const content = createReadStream(from, { start: headerSize, end: end - 1 });
  try {
    await pipeline(content, decipher, createWriteStream(to, { mode: 0o600, flags: "wx" }));
  } catch (error) {
    throw /unable to authenticate/.test(String(error)) ? damaged(shownAs) : error;
  }
}

function deriveKey(passphrase: string, salt: Buffer): { key: Buffer; check: Buffer } {
  const derived = scryptSync(passphrase.normalize("NFC"), salt, 32 + sizes.check, cost);
  return { key: derived.subarray(0, 32), check: derived.subarray(32) };
}

function startsWith(file: string, beginning: Buffer): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  return readAt(file, 0, beginning.length).equals(beginning);
}

function readAt(file: string, position: number, length: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
  } finally {
    closeSync(descriptor);
  }
}
