import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasHeld, skip } from "#tests/faults/row.ts";
import { rowSays } from "#tests/faults/run-mutations.ts";
import { runRows } from "#tests/faults/run-rows.ts";
import { testSays } from "#tests/support/runner/mutated-tree.ts";

test("a fault run that crashes fails without reporting on a promise", async () => {
  newFolder();
  const row = {
    name: "none",
    fault: "none",
    count: 1,
    run: async () => skip("it is not in the list"),
  };
  const how = { seed: 1, isQuick: true, tree: process.cwd(), onEnd: () => undefined };
  const [result] = await runRows([row], how);
  expect(result?.verdict).toMatchObject({ missed: [], late: [], crashed: "it ended with 1" });
  expect(result && hasHeld(result.verdict)).toBe(false);
});

test("a crashing row does not count as catching a mutation", async () => {
  await expect(rowSays(newFolder(), "summaries", 1)).rejects.toThrow(
    "summaries crashed, it ended with 1",
  );
});

test("a failing test catches a mutation, and one that cannot run does not", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "tests"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tests/vitest.config.ts"), "export default {};");
  writeFileSync(
    join(folder, "works.test.ts"),
    'import { test } from "vitest"; test("works", () => {});',
  );
  writeFileSync(
    join(folder, "fails.test.ts"),
    'import { test } from "vitest"; test("fails", () => { throw 1; });',
  );
  writeFileSync(join(folder, "crashes.test.ts"), 'import "./nowhere.ts";');
  expect(await testSays(folder, "works.test.ts")).toBe(null);
  expect(await testSays(folder, "fails.test.ts")).toBe("fails");
  await expect(testSays(folder, "crashes.test.ts")).rejects.toThrow(
    "crashes.test.ts cannot be run",
  );
  vi.stubEnv("PATH", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(testSays(folder, "works.test.ts")).rejects.toThrow("ENOENT");
});

/** This test's own folder for crashes. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return folder;
}
