import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the packages of calendar files load with the first file", async () => {
  const script = "tests/integration/calendar/loaded-packages.ts";
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual({ before: [], after: ["ical-generator", "ical.js"] });
});
