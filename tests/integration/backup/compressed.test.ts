import { createCipheriv, randomBytes, scryptSync } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import {
  backUp,
  fillFolder,
  readFolder,
  restoreInto,
  temporaryFolder,
} from "../../support/records/backup.ts";

const passphrase = "four words nobody guesses";

function folderOfTest(): string {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  return data.folder;
}

/** A data folder with 500 tasks, and its backup. */
async function backedUp(sealedWith?: string) {
  const [folder, file] = [folderOfTest(), join(folderOfTest(), "backup.db")];
  await fillFolder(folder, 500);
  await backUp(folder, file, sealedWith);
  return { folder, file };
}

async function restoreElsewhere(file: string, sealedWith?: string) {
  const folder = folderOfTest();
  await restoreInto(folder, file, sealedWith);
  return readFolder(folder);
}

test.for([
  ["open", undefined],
  ["sealed", passphrase],
] as const)(
  "a backup that is %s is a fraction of its database, and restores all of it",
  async ([, sealedWith]) => {
    const { folder, file } = await backedUp(sealedWith);
    expect(statSync(file).size).toBeLessThan(statSync(join(folder, "mila.db")).size / 4);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await restoreElsewhere(file, sealedWith)).toEqual(await readFolder(folder));
  },
);

test("backups that earlier versions wrote are restored, open and sealed", async () => {
  const { folder, file } = await backedUp();
  const [open, sealed] = [join(folder, "open.db"), join(folder, "sealed.db")];
  const content = zstdDecompressSync(readFileSync(file));
  expect(content.toString("latin1", 0, 15)).toBe("SQLite format 3");
  writeFileSync(open, content);
  writeFileSync(sealed, sealAsBefore(content));
  expect(await restoreElsewhere(open)).toEqual(await readFolder(folder));
  expect(await restoreElsewhere(sealed, passphrase)).toEqual(await readFolder(folder));
});

/** The format of 0.2.0: no compression. */
function sealAsBefore(content: Buffer): Buffer {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const derived = scryptSync(passphrase, salt, 48, {
    N: 65_536,
    r: 8,
    p: 1,
    maxmem: 128 * 1024 * 1024,
  });
  const header = Buffer.concat([
    Buffer.from("mila-sealed-1\n\n\n"),
    salt,
    derived.subarray(32),
    nonce,
  ]);
  const cipher = createCipheriv("aes-256-gcm", derived.subarray(0, 32), nonce).setAAD(header);
  return Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}
