import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp, fillFolder, temporaryFolder } from "../../support/records/backup.ts";

function restoreFrom(input: Buffer, folder: string) {
  const line = ["--disable-warning=ExperimentalWarning", "scripts/restore.ts", "-"];
  const env = { ...process.env, VITEST: "", DATA_DIR: folder };
  return spawnSync(process.execPath, line, { input, env, encoding: "utf8" });
}

test("a backup is restored from standard input, for containers that cannot read the file", async () => {
  using from = temporaryFolder();
  using to = temporaryFolder();
  await fillFolder(from.folder, 3);
  const file = join(from.folder, "backup.db");
  await backUp(from.folder, file);

  const restored = restoreFrom(readFileSync(file), to.folder);
  expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining("3 tasks")]);
  const refused = restoreFrom(Buffer.from("not a backup"), to.folder);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("is not a Mila backup"),
  ]);
  expect(readdirSync(join(to.folder, "backups")).filter((name) => name.endsWith(".part"))).toEqual(
    [],
  );
});
