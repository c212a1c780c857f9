import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { suites } from "../../../scripts/attack/suites.ts";

test("every suite of the attack exists: Vitest would leave out what it does not find", () => {
  const files = Object.values(suites).flat();
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
