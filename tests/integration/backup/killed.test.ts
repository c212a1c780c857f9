import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import {
  backUp,
  readFolder,
  fillFolder,
  readPackedBackup,
  restoreInto,
  runCommand,
  temporaryFolder,
} from "../../support/records/backup.ts";
import { runs } from "../../support/runner/depth.ts";

const tasks = 5_000;
const slow = { timeout: 120_000 };
const kills = runs({ full: 8, part: 4 });
/** Fractions of the duration; before them Node starts. */
const moments = Array.from({ length: kills }, (_, kill) => 0.3 + (0.7 * kill) / (kills - 1));

test("a killed backup is complete or absent, and can be made again", slow, async () => {
  using data = temporaryFolder();
  using other = temporaryFolder();
  await fillFolder(data.folder, tasks);
  const file = join(other.folder, "backup.db");
  const { ms, code } = await runCommand("backup", file, data);
  expect(code).toBe(0);
  for (const part of moments) {
    rmSync(file, { force: true });
    await runCommand("backup", file, { ...data, killAfterMs: ms * part });
    const found = existsSync(file) ? await readPackedBackup(file) : { tasks };
    expect(found).toMatchObject({ tasks });
  }
  rmSync(file, { force: true });
  expect(await runCommand("backup", file, data)).toMatchObject({ code: 0 });
  expect(readdirSync(other.folder)).toEqual(["backup.db"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test(
  "a killed restore leaves either the old or the new data, each with its own keys",
  slow,
  async () => {
    using newer = temporaryFolder();
    using data = temporaryFolder();
    const file = join(newer.folder, "backup.db");
    await fillFolder(newer.folder, tasks, "From the backup");
    await backUp(newer.folder, file);
    await fillFolder(data.folder, tasks, "From before");
    const [oldLink, newLink] = [readSecrets(data.folder).link, readSecrets(newer.folder).link];
    const old = join(newer.folder, "old.db");
    await backUp(data.folder, old);
    const { ms } = await runCommand("restore", old, data);
    const seen = new Set<string>();
    for (const part of moments) {
      await runCommand("restore", file, { ...data, killAfterMs: ms * part });
      const found = await readFolder(data.folder);
      const isNew = "From the backup" in found.tasks;
      seen.add(isNew ? "new" : "old");
      expect(found).toEqual({
        tasks: isNew ? { "From the backup": tasks } : { "From before": tasks },
        link: isNew ? newLink : oldLink,
        says: "ok",
      });
      if (isNew) await restoreInto(data.folder, old);
    }
    expect(seen).toContain("old");
    expect(await runCommand("restore", file, data)).toMatchObject({ code: 0 });
    expect(await readFolder(data.folder)).toMatchObject({
      tasks: { "From the backup": tasks },
      link: newLink,
    });
    const left = readdirSync(data.folder).filter(
      (name) => !/^(backups|mila\.db|secrets\.json)$/.test(name),
    );
    expect(left).toEqual([]);
  },
);
