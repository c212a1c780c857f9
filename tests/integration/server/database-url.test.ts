import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startExpectingFailure } from "../../support/product/mila.ts";
import { noSettings } from "../../support/product/no-settings.ts";

/** Nobody answers there, and no command asks. */
const url = "postgres://mila:secret-word@127.0.0.1:9/mila";

test.for(["backup", "restore"])("npm run %s changes nothing while PostgreSQL is set", (command) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "mila-url-"));
  writeFileSync(join(folder.path, "secrets.json"), "the keys");
  const { status, stderr } = spawnSync(
    process.execPath,
    [`scripts/${command}.ts`, join(folder.path, "backup.db")],
    {
      env: { ...process.env, ...noSettings, DATA_DIR: folder.path, DATABASE_URL: url },
      encoding: "utf8",
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain("as docs/scaling.md says");
  expect(stderr).not.toContain("secret-word");
  expect(readdirSync(folder.path)).toEqual(["secrets.json"]);
});

test("a data folder whose database was moved starts no empty Mila", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "mila-url-"));
  writeFileSync(join(folder.path, "mila.db.moved"), "");
  const { code, output } = await startExpectingFailure({ DATA_DIR: folder.path, PORT: "0" });
  expect(code).toBe(1);
  expect(output).toContain("was moved to PostgreSQL. Set DATABASE_URL to its address.");
  expect(readdirSync(folder.path)).not.toContain("mila.db");
});
