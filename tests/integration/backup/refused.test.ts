import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import SQLite from "better-sqlite3";
import { listBackups } from "#app/config/data-folder.server.ts";
import { decompressFile } from "#db/packed-file.ts";
import {
  backUp,
  readFolder,
  fillFolder,
  restoreInto,
  runCommand,
  temporaryFolder,
} from "../../support/records/backup.ts";
import { startMila } from "../../support/product/mila.ts";
import { mountSmallDisk } from "../../support/product/small-disk.ts";

async function backedUp() {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  await fillFolder(data.folder, 3);
  const file = join(data.folder, "backup.db");
  await backUp(data.folder, file);
  return { folder: data.folder, file };
}

test("nothing is overwritten, and every failure is explained in one line", async () => {
  const { folder, file } = await backedUp();
  const lines: [command: "backup" | "restore", file: string, says: RegExp][] = [
    ["backup", file, /^Backup failed: .*backup\.db already exists: choose another name\n$/],
    [
      "backup",
      join(folder, "nowhere", "b.db"),
      /^Backup failed: cannot create .*: its folder does not exist\n$/,
    ],
    ["backup", "", /^Backup failed: name the file to write: npm run backup -- FILE\n$/],
    ["restore", "", /^Restore failed: name the backup to restore: npm run restore -- FILE\n$/],
    ["restore", join(folder, "none.db"), /^Restore failed: .*none\.db does not exist\n$/],
    [
      "restore",
      join(folder, "secrets.json"),
      /^Restore failed: .*secrets\.json is not a Mila backup: choose a file that Mila wrote as one\n$/,
    ],
  ];
  for (const [command, name, says] of lines) {
    expect(await runCommand(command, name, { folder })).toMatchObject({
      code: 1,
      output: expect.stringMatching(says),
    });
  }
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const output = expect.stringMatching(/^Backup failed: there is no database in .*empty\n$/);
  expect(await runCommand("backup", join(folder, "b.db"), { folder: empty })).toMatchObject({
    code: 1,
    output,
  });
  expect(readdirSync(empty)).toEqual([]);
  writeFileSync(join(empty, "mila.db"), "no database at all");
  const isDamaged = expect.stringMatching(
    /^Backup failed: cannot create .*b\.db: the database is damaged\n$/,
  );
  expect(await runCommand("backup", join(folder, "b.db"), { folder: empty })).toMatchObject({
    code: 1,
    output: isDamaged,
  });
  const inTheWay = expect.stringMatching(
    /^Restore failed: cannot use the data folder .* is a file, but must be a folder/,
  );
  expect(await runCommand("restore", file, { folder: file })).toMatchObject({
    code: 1,
    output: inTheWay,
  });
});

test("a damaged backup and one from a newer version are refused, and nothing changes", async () => {
  const { folder, file } = await backedUp();
  const before = await readFolder(folder);
  const [damaged, newer] = [join(folder, "damaged.db"), join(folder, "newer.db")];
  copyFileSync(file, damaged);
  const descriptor = openSync(damaged, "r+");
  writeSync(descriptor, Buffer.alloc(64, 7), 0, 64, Math.floor(statSync(file).size / 2));
  closeSync(descriptor);
  await decompressFile({ from: file, to: newer, shownAs: file });
  const sqlite = new SQLite(newer);
  sqlite.exec("insert into kysely_migration values ('9999_next', '2099-01-01T00:00:00.000Z')");
  sqlite.close();
  await expect(restoreInto(folder, damaged)).rejects.toThrow(
    /damaged\.db is damaged or incomplete: copy it again, or restore another backup$/,
  );
  await expect(restoreInto(folder, newer)).rejects.toThrow(
    /newer\.db was made by a newer version of Mila \(9999_next\): restore it with/,
  );
  expect(await readFolder(folder)).toEqual(before);
  expect(listBackups(folder, "replaced")).toEqual([]);
});

test("a restore is refused while Mila runs, and works after a stop or a kill", async () => {
  const { folder, file } = await backedUp();
  const mila = await startMila({ DATA_DIR: folder });
  const output = expect.stringMatching(/^Restore failed: .*mila\.db is in use: stop Mila first\n$/);
  expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 1, output });
  // The worker starts after the server.
  await expect
    .poll(async () => (await fetch(`${mila.url}/health/ready`)).status, { timeout: 20_000 })
    .toBe(200);
  await mila[Symbol.asyncDispose]();
  expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 0 });
});

test("a restore keeps the previous data as a backup, or as it is when damaged", async () => {
  const { folder, file } = await backedUp();
  expect(await runCommand("restore", file, { folder })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Your previous data is kept at .*\/backups\/replaced-.*\.db\n/),
  });
  const [kept] = listBackups(folder, "replaced");
  await restoreInto(folder, kept?.file ?? "");

  writeFileSync(join(folder, "mila.db"), "this is no database any more".repeat(1_000));
  writeFileSync(join(folder, "mila.db-wal"), "and this belonged to it");
  await restoreInto(folder, file);
  expect(await readFolder(folder)).toMatchObject({ tasks: { Errand: 3 }, says: "ok" });
  const aside = readdirSync(folder).filter((name) => /\.before-restore-.*Z(-wal)?$/.test(name));
  expect(
    aside.map((name) => name.replace(/\.before-restore-[\dTZ-]+?Z/, ".ASIDE")).toSorted(),
  ).toEqual(["mila.db.ASIDE", "mila.db.ASIDE-wal", "secrets.json.ASIDE"]);
});

test("a restore takes the place of an empty file", async () => {
  const { folder, file } = await backedUp();
  writeFileSync(join(folder, "mila.db"), "");
  await restoreInto(folder, file);
  expect(await readFolder(folder)).toMatchObject({ tasks: { Errand: 3 }, says: "ok" });
  expect(listBackups(folder, "replaced")).toEqual([]);
});

test("a full disk leaves no half backup, and a restore changes nothing", async (context) => {
  const { folder, file } = await backedUp();
  const mounted = mountSmallDisk(join(folder, "disk"), "5m");
  if (!mounted) return context.skip("no small disk can be mounted here (it takes root)");
  onTestFinished(() => mounted[Symbol.dispose]());
  const disk = mounted.folder;
  await fillFolder(disk, 3, "Before");
  const before = await readFolder(disk);
  await fillFolder(folder, 6_000, "Large", () => randomBytes(750).toString("base64"));
  const full = expect.stringMatching(/^Backup failed: cannot create .*: its disk is full\n$/);
  expect(await runCommand("backup", join(disk, "b.db"), { folder })).toMatchObject({
    code: 1,
    output: full,
  });
  const large = join(folder, "large.db");
  await backUp(folder, large);
  const notRestored = expect.stringMatching(/^Restore failed: .*its disk is full\n$/);
  expect(await runCommand("restore", large, { folder: disk })).toMatchObject({
    code: 1,
    output: notRestored,
  });
  expect(await readFolder(disk)).toEqual(before);
  expect(readdirSync(disk).filter((name) => /part|restoring|b\.db/.test(name))).toEqual([]);
  await restoreInto(disk, file);
});
