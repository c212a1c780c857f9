import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, playwright, vitest } from "../../../scripts/test/steps.ts";
import playwrightConfig from "../../playwright.config.ts";
import { integrationTests } from "../../support/runner/test-groups.ts";

test("every test file has a name and a place that a runner finds", () => {
  const found = globSync(
    "tests/{{unit,integration}/**/*.test.{ts,tsx},e2e/**/*.spec.ts,browsers/{journeys,together}/**/*.test.ts,caldav/**/*.test.ts}",
  );
  expect(globSync("tests/**/*.{test,spec}.*").filter((file) => !found.includes(file))).toEqual([]);
});

test("npm test leaves out no test file, no page state and no fault run", () => {
  const { product, domain } = integrationTests();
  expect([...product, ...domain].toSorted()).toEqual(
    globSync("tests/integration/**/*.test.{ts,tsx}").toSorted(),
  );
  expect(playwrightConfig).not.toHaveProperty("testIgnore");
  const options = [vitest(), playwright(), faults()].flatMap(({ command }) =>
    command.filter((arg) => arg.startsWith("--")),
  );
  expect(options.map((option) => option.split("=")[0])).toEqual([
    "--config",
    "--reporter",
    "--reporter",
    "--outputFile.json",
    "--maxWorkers",
    "--allowOnly",
    "--config",
    "--reporter",
    "--workers",
    "--forbid-only",
    "--disable-warning",
    "--quick",
    "--untimed",
  ]);
});

test("test.only fails the whole suite", () => {
  expect(vitest().command).toContain("--allowOnly=false");
  expect(playwright().command).toContain("--forbid-only");
});

test("what npm test names as not run has a job of its own in CI", () => {
  const named = readFileSync("scripts/test.ts", "utf8").match(/npm run [\w:-]+/g) ?? [];
  const workflows = [".ci/run", ...globSync(".github/workflows/*.yml")].map((file) =>
    readFileSync(file, "utf8"),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((line) => !workflows.some((text) => text.includes(line)))).toEqual([]);
});
