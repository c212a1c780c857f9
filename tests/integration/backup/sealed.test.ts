import { createDecipheriv, scryptSync } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import {
  addTasks,
  backUp,
  fillFolder,
  readFolder,
  restoreInto,
  runCommand,
  temporaryFolder,
} from "../../support/records/backup.ts";

const passphrase = "four words nobody guesses";

function folderOfTest(): string {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  return data.folder;
}

/** Three tasks in a sealed backup, and a fourth since. */
async function sealed() {
  const [folder, file] = [folderOfTest(), join(folderOfTest(), "sealed.db")];
  await fillFolder(folder, 3, "Order a surprise cake");
  await backUp(folder, file, passphrase);
  await using db = openDatabase(join(folder, "mila.db"));
  await addTasks(db, 1, "Since then");
  return { folder, file };
}

const leftovers = (folder: string) =>
  readdirSync(join(folder, "backups")).filter((name) => name.includes(".part"));

test("a sealed backup shows nothing, and the passphrase restores all of it", async () => {
  const { folder, file } = await sealed();
  const content = readFileSync(file).toString("latin1");
  expect(content).not.toContain("SQLite format");
  expect(content).not.toContain("surprise cake");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { link } = readSecrets(folder);
  await restoreInto(folder, file, passphrase);
  expect(await readFolder(folder)).toEqual({
    tasks: { "Order a surprise cake": 3 },
    link,
    says: "ok",
  });
  expect(leftovers(folder)).toEqual([]);
});

test("its key takes scrypt 64 MiB, and its header is sealed with the rest", async () => {
  const content = readFileSync((await sealed()).file);
  const [header, body, tag] = [
    content.subarray(0, 60),
    content.subarray(60, -16),
    content.subarray(-16),
  ];
  expect(header.toString("latin1")).toMatch(/^mila-sealed-1\n\n\n/);
  const salt = header.subarray(16, 32);
  const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
  const key = scryptSync(passphrase, salt, 48, cost).subarray(0, 32);
  const open = createDecipheriv("aes-256-gcm", key, header.subarray(-12))
    .setAAD(header)
    .setAuthTag(tag);
  open.update(body);
  expect(() => open.final()).not.toThrow();
});

test("without the right passphrase or when damaged, it is refused, and nothing changes", async () => {
  const { folder, file } = await sealed();
  const before = await readFolder(folder);
  const restore = (given?: string) => restoreInto(folder, file, given);
  await expect(restore()).rejects.toThrow(
    "sealed.db is sealed: set BACKUP_PASSPHRASE to its passphrase",
  );
  await expect(restore("four words somebody guesses")).rejects.toThrow(
    "sealed.db is sealed with another passphrase",
  );
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(64, 7), 0, 64, Math.floor(statSync(file).size / 2));
  closeSync(descriptor);
  await expect(restore(passphrase)).rejects.toThrow("sealed.db is damaged");
  expect(await readFolder(folder)).toEqual(before);
  expect(leftovers(folder)).toEqual([]);
});

test("the commands seal and restore with the setting", async () => {
  const [folder, file] = [folderOfTest(), join(folderOfTest(), "sealed.db")];
  await fillFolder(folder, 3);
  const settings = { BACKUP_PASSPHRASE: passphrase };
  const written = await runCommand("backup", file, { folder, settings });
  expect(written).toMatchObject({
    code: 0,
    output: expect.stringContaining("sealed with BACKUP_PASSPHRASE"),
  });
  const next = join(folder, "next");
  mkdirSync(next);
  expect(await runCommand("restore", file, { folder: next })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Restore failed: .*sealed\.db is sealed: set BACKUP_PASSPHRASE/),
  });
  expect(await runCommand("restore", file, { folder: next, settings })).toMatchObject({ code: 0 });
  expect((await readFolder(next)).tasks).toEqual({ Errand: 3 });
});
