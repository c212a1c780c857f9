import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = resolve("scripts/test/install-packages.ts");

test("two commands that start together install the tests' packages once", async () => {
  const { start, installations } = emptyTree();
  const outputs = await Promise.all([start(), start()]);
  expect(installations()).toBe(1);
  expect(outputs.toSorted()[1]).toMatch(/^Installing .*…\nInstalled in \d+ s\n$/);
  expect(outputs.toSorted()[0]).toBe("");
});

test("the tests' packages are installed again only after a change, or if that was interrupted", async () => {
  const { tree, start, installations } = emptyTree();
  await start();
  await start();
  expect(installations()).toBe(1);
  expect(existsSync(join(tree, "tests/node_modules/vitest"))).toBe(true);

  writeFileSync(join(tree, "tests/packages/package-lock.json"), "newer");
  await start("exit 1").catch(() => undefined);
  await start();
  expect(installations()).toBe(2);
});

test("a command says that the tests' packages cannot be installed, and ends", async () => {
  const { start } = emptyTree();
  await expect(start("exit 1")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("could not be installed"),
  });
});

/** With an npm that only counts. */
function emptyTree() {
  const tree = mkdtempSync(join(tmpdir(), "mila-packages-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  mkdirSync(join(tree, "tests/packages"), { recursive: true });
  writeFileSync(join(tree, "tests/packages/package-lock.json"), "old");
  const install =
    "rm -rf node_modules && sleep 0.1 && mkdir -p node_modules/vitest && echo >> installations";
  const start = async (npm = install) => {
    writeFileSync(join(tree, "npm"), `#!/bin/sh\n${npm}\n`);
    chmodSync(join(tree, "npm"), 0o755);
    const env = { ...process.env, PATH: `${tree}:${process.env.PATH}` };
    return (await promisify(execFile)(process.execPath, [script], { cwd: tree, env })).stdout;
  };
  const installations = () =>
    readFileSync(join(tree, "tests/packages/installations"), "utf8").length;
  return { tree, start, installations };
}
