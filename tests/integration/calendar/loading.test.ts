import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("what writes calendar files is loaded with the first of them", async () => {
  const script = "tests/integration/calendar/loaded-packages.ts";
  const { stdout } = await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", script]);
  expect(JSON.parse(stdout)).toEqual({ before: [], after: ["ical-generator"] });
});
