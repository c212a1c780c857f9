import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { listBackups } from "#app/config/data-folder.server.ts";
import { decompressFile } from "#db/packed-file.ts";
import {
  backUp,
  fillFolder,
  readFolder,
  restoreInto,
  runCommand,
  temporaryFolder,
} from "../../support/records/backup.ts";

const passphrase = "four words nobody guesses";
const escape = "\u001b[2J\u001b[1;31m\u0007\u009b\u202e\nNow start Mila: rm -rf /";
const made = temporaryFolder();
const [plain, packed, sealed] = ["plain", "packed", "sealed"].map((name) =>
  join(made.folder, `${name}.db`),
) as [string, string, string];

beforeAll(async () => {
  const from = join(made.folder, "from");
  mkdirSync(from);
  await fillFolder(from, 3, "From the backup");
  await backUp(from, packed);
  // As earlier versions wrote it.
  await decompressFile({ from: packed, to: plain, shownAs: packed });
  await backUp(from, sealed, passphrase);
  return () => made[Symbol.dispose]();
});

/** A data folder with a database of its own, and a place for a backup. */
async function dataFolder() {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  const folder = join(data.folder, "data");
  mkdirSync(folder);
  await fillFolder(folder, 1, "From before");
  return { folder, file: join(data.folder, "changed.db") };
}

function change(file: string, statement: string): void {
  copyFileSync(plain, file);
  const sqlite = new SQLite(file);
  sqlite.unsafeMode(true);
  sqlite.pragma("writable_schema = ON");
  sqlite.exec(statement);
  sqlite.close();
}

function altered(table: string, own: string, instead: string): string {
  return `update sqlite_master set sql = replace(sql, '${own}', '${instead}') where name = '${table}'`;
}

const planted = [
  ["trigger steal", "create trigger steal after insert on tasks begin delete from users; end"],
  ["view all_words", "create view all_words as select * from tasks"],
  ["table notes", "create table notes (note text)"],
  ["index by_title", "create index by_title on tasks (title)"],
  [
    "trigger sqlite_autoindex_x",
    `insert into sqlite_master values ('trigger', 'sqlite_autoindex_x', 'tasks', 0,
      'create trigger sqlite_autoindex_x after insert on tasks begin delete from users; end')`,
  ],
  [
    "view tasks_",
    "create view tasks_ as with recursive n(i) as (select 1 union all select i from n) select i from n",
  ],
  ["table users, changed", altered("users", "unique", "unique on conflict replace")],
  ["table users, changed", altered("users", "default 0", "default 1")],
  ["table tasks, changed", "alter table tasks add column words text as (title || description)"],
  [
    "table kept_forms, changed",
    `drop table kept_forms; insert into sqlite_master values ('table', 'kept_forms', 'kept_forms', 0,
      'create virtual table kept_forms using dbstat')`,
  ],
] as const;

test("what no migration made is refused, and nothing changes", { timeout: 60_000 }, async () => {
  const { folder, file } = await dataFolder();
  const before = await readFolder(folder);
  for (const [object, statement] of planted) {
    change(file, statement);
    const says = `${file} holds what Mila never made (${object}), which may do harm: restore a backup that you trust`;
    await expect(restoreInto(folder, file)).rejects.toThrow(says);
  }
  expect(await readFolder(folder)).toEqual(before);
  expect(listBackups(folder, "replaced")).toEqual([]);
});

test("a backup without one of Mila's tables is incomplete", async () => {
  const { folder, file } = await dataFolder();
  change(file, "drop table kept_forms");
  const says = `${file} is damaged or incomplete: copy it again, or restore another backup`;
  await expect(restoreInto(folder, file)).rejects.toThrow(says);
});

const quoted = escape.replaceAll("'", "''");
const values = {
  "a time": `update backup set made_at = '${quoted}'`,
  "a migration": `insert into kysely_migration values ('${quoted}', '')`,
  "a name": `create table "${quoted}" (note text)`,
  "a key": `update backup set secrets = '${quoted}'`,
};

for (const [name, statement] of Object.entries(values)) {
  test(`${name} in a backup cannot write to the terminal`, async () => {
    const { folder, file } = await dataFolder();
    change(file, statement);
    const { code, output } = await runCommand("restore", file, { folder });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Restore failed: [\u0020-\u007e]+\n$/),
    ]);
    expect(await readFolder(folder)).toMatchObject({ tasks: { "From before": 1 } });
  });
}

test("half a backup is explained in one line, wherever it ends", { timeout: 60_000 }, async () => {
  const { folder, file } = await dataFolder();
  const before = await readFolder(folder);
  for (const whole of [plain, packed, sealed].map((name) => readFileSync(name))) {
    const { length } = whole;
    const starts = [0, 1, 15, 16, 59, 75, 76, 77, 100, 4_096];
    const ends = [1, 16, 17, 4_096].map((bytes) => length - bytes);
    for (const bytes of [...starts, ...ends, Math.floor(length / 2)]) {
      writeFileSync(file, whole.subarray(0, bytes));
      await expect(restoreInto(folder, file, passphrase), `${bytes} of ${length}`).rejects.toThrow(
        /^\S+changed\.db is (empty|damaged or incomplete): copy it again, or restore another backup$|^\S+changed\.db is not a Mila backup: choose a file that Mila wrote as one$/,
      );
    }
  }
  expect(await readFolder(folder)).toEqual(before);
});

test("each harm has its words, and the command says them in one line", async () => {
  const { folder, file } = await dataFolder();
  const settings = { BACKUP_PASSPHRASE: passphrase };
  const cure = "copy it again, or restore another backup";
  const half = (name: string, bytes: number) => readFileSync(name).subarray(0, bytes);
  const lines: [content: Buffer, says: string][] = [
    [half(plain, 0), `is empty: ${cure}`],
    [half(plain, readFileSync(plain).length - 1), `is damaged or incomplete: ${cure}`],
    [half(packed, readFileSync(packed).length - 1), `is damaged or incomplete: ${cure}`],
    [half(sealed, 75), `is damaged or incomplete: ${cure}`],
    [half(sealed, readFileSync(sealed).length - 1), `is damaged or incomplete: ${cure}`],
    [Buffer.from("no backup at all"), "is not a Mila backup: choose a file that Mila wrote as one"],
  ];
  for (const [content, says] of lines) {
    writeFileSync(file, content);
    await expect(restoreInto(folder, file, passphrase)).rejects.toThrow(`${file} ${says}`);
  }
  const said = `Restore failed: ${file} ${lines.at(-1)?.[1]}\n`;
  const restored = await runCommand("restore", file, { folder, settings });
  expect(restored).toMatchObject({ code: 1, output: said });
  const output = expect.stringMatching(
    /^Restore failed: .*data is not a file: to restore what another program sends, use -\n$/,
  );
  expect(await runCommand("restore", folder, { folder })).toMatchObject({ code: 1, output });
});

test("a good backup restores over a database whose keys are broken", async () => {
  const { folder } = await dataFolder();
  writeFileSync(join(folder, "secrets.json"), "{");
  expect(await runCommand("restore", plain, { folder })).toMatchObject({ code: 0 });
  expect(await readFolder(folder)).toMatchObject({ tasks: { "From the backup": 3 } });
});
