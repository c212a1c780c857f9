import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMila } from "../../support/product/mila.ts";
import { noSettings } from "../../support/product/no-settings.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { withCopy } from "../../support/runner/copied-tree.ts";

/** Prints which of Mila's folders a program loads code from. */
const printFolders = `data:text/javascript,
  import { registerHooks } from "node:module";
  const folders = new Set();
  registerHooks({
    load(url, context, next) {
      const [, folder] = /\\/(app|db|jobs|migrations|build\\/[a-z]+)\\//.exec(url) ?? [];
      if (folder) folders.add(folder);
      return next(url, context);
    },
  });
  process.once("exit", () => console.error("loaded", ...[...folders].sort()));`;

function run(tree: string, line: string[], DATA_DIR: string) {
  const env = { ...process.env, ...noSettings, VITEST: "", DATA_DIR };
  const load = ["--import", encodeURI(printFolders).replaceAll("\\", "%5C")];
  const { stderr, stdout } = spawnSync(process.execPath, [...load, ...line], {
    cwd: tree,
    env,
    encoding: "utf8",
  });
  return { loaded: /^loaded ?(.*)$/m.exec(stderr)?.[1], stdout };
}

test("commands run what is built, and their sources once those have changed", async () => {
  using data = temporaryFolder();
  const { folder } = data;
  {
    await using _mila = await startMila({ DATA_DIR: folder });
  }
  const file = join(folder, "backup.db");
  const list = ["scripts/users.ts"];
  expect(run(".", list, folder).loaded).toBe("build/programs");
  expect(run(".", ["scripts/backup.ts", file], folder)).toEqual({
    loaded: "build/programs",
    stdout: expect.stringContaining("Backed up 0 accounts"),
  });
  using restored = temporaryFolder();
  expect(run(".", ["scripts/restore.ts", file], restored.folder)).toEqual({
    loaded: "build/programs",
    stdout: expect.stringContaining("0 accounts"),
  });
  await withCopy(async (tree) => {
    appendFileSync(join(tree, "db/has-table.ts"), "\n");
    expect(run(tree, list, folder).loaded).toBe("app db");
  });
});
