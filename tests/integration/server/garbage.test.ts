import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a busy process lets little garbage pile up", async () => {
  const program = "tests/integration/server/garbage-process.ts";
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const [little, much] = JSON.parse(stdout) as { before: number; after: number }[];
  expect(little!.after).toBeGreaterThanOrEqual(little!.before - 1);
  expect(much!.before).toBeGreaterThan(80);
  expect(much!.after).toBeLessThan(30);
});
