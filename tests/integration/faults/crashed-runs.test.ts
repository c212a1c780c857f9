import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasHeld, skip } from "#tests/faults/row.ts";
import { runRows } from "#tests/faults/run-rows.ts";

test("a fault run that crashes fails without reporting on a promise", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const row = {
    name: "none",
    fault: "none",
    count: 1,
    run: async () => skip("it is not in the list"),
  };
  const how = { seed: 1, isQuick: true, onEnd: () => undefined };
  const [result] = await runRows([row], how);
  expect(result?.verdict).toMatchObject({ missed: [], late: [], crashed: "it ended with 1" });
  expect(result && hasHeld(result.verdict)).toBe(false);
});
