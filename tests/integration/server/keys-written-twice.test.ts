import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findSecrets } from "#app/config/secrets.server.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

const program = `
  const { newSecrets, replaceSecrets } = await import("#app/config/secrets.server.ts");
  for (let i = 0; i < 200; i += 1) replaceSecrets(newSecrets(), process.argv[1]);
`;

test("two processes write the keys at once", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "mila-"));
  const write = () =>
    run(process.execPath, ["--input-type=module", "--eval", program, folder.path], { cwd: root });
  await Promise.all([write(), write()]);
  expect(findSecrets(folder.path)).toMatchObject({ session: expect.any(String) });
  expect(readdirSync(folder.path)).toEqual(["secrets.json"]);
});
