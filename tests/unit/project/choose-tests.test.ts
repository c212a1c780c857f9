import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";
import { affectedTests, findUncovered } from "../../../scripts/test/affected-tests.ts";
import { allParts, noOnly } from "../../../scripts/test/all-parts.ts";
import { chosenParts } from "../../../scripts/test/chosen-parts.ts";
import { rows } from "../../faults/list.ts";
import playwrightConfig from "../../playwright.config.ts";
import { integrationTests } from "../../support/runner/test-groups.ts";

const specs = globSync("tests/e2e/**/*.spec.ts").toSorted();
const forms = "tests/integration/forms/";

test("a changed page affects the tests that visit it, with and without a browser", () => {
  const affected = affectedTests(["app/routes/preferences/menu.tsx"]);
  expect(affected).toContain("tests/e2e/account/preferences.spec.ts");
  expect(affected.filter((file) => file.startsWith(forms))).not.toEqual([]);
  expect(affected).not.toContain("tests/unit/parsing/split.test.ts");
});

test.for([
  "app/root.tsx",
  "app/styles/tokens.css",
  "app/entry.client.tsx",
  "app/server.ts",
  "scripts/start/programs/web.ts",
])("%s affects every page", (file) => {
  const affected = affectedTests([file]);
  expect(affected.filter((spec) => specs.includes(spec))).toEqual(specs);
  expect(affected.filter((other) => other.startsWith(forms))).toEqual(
    globSync(`${forms}*.test.ts`).toSorted(),
  );
});

test("a changed document affects the rules about the project", () => {
  expect(affectedTests(["docs/testing.md"])).toEqual(
    globSync("tests/unit/project/*.test.ts").toSorted(),
  );
});

test.for([
  ["scripts/users/list.ts", "tests/integration/server/users-command.test.ts"],
  ["tests/unit/parsing/one-task.txt", "tests/unit/parsing/split.test.ts"],
  ["app/routes/tasks/edit.tsx", "tests/integration/security/households/access-matrix.test.ts"],
  ["app/service-worker/copies.ts", "tests/e2e/with-javascript/offline/waiting.spec.ts"],
])("%s affects %s, which names it, or whose helper names its page", ([file, affected]) => {
  expect(affectedTests([file!])).toContain(affected);
});

test("a changed file that only the project rules cover is listed", () => {
  const files = ["app/domain/core/time.ts", "scripts/health.ts", "docs/testing.md"];
  expect(findUncovered(files)).toEqual(["scripts/health.ts"]);
});

const ofEveryTest = [
  "package-lock.json",
  "tests/vitest.config.ts",
  "tests/support/runner/setup.ts",
  "tests/support/runner/test-groups.ts",
  "migrations/0003_tasks.ts",
];

test.for(ofEveryTest)("%s affects every test", (file) => {
  expect(affectedTests([file])).toEqual(
    globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}").toSorted(),
  );
});

test("every test file has a name and a place that a runner finds", () => {
  const found = globSync(
    "tests/{{unit,integration}/**/*.test.{ts,tsx},e2e/**/*.spec.ts,browsers/{journeys,together}/**/*.test.ts}",
  );
  expect(globSync("tests/**/*.{test,spec}.*").filter((file) => !found.includes(file))).toEqual([]);
});

test("fault rows are chosen by name, file or folder", () => {
  const names = rows.map(({ name }) => name);
  expect(namesOf("tests/faults").toSorted()).toEqual(names.toSorted());
  expect(namesOf("rate-limited")).toEqual(["rate-limited"]);
  expect(namesOf("tests/faults/rows/rate-limited.ts")).toEqual(["rate-limited"]);

  function namesOf(choice: string): string[] {
    return chosenParts([choice], 2).flatMap(({ name, isPreparation }) =>
      isPreparation ? [] : name,
    );
  }
});

test("an absolute path chooses the same as a relative one", () => {
  const file = "tests/unit/parsing/split.test.ts";
  expect(chosenParts([resolve(file)], 2)).toEqual(chosenParts([file], 2));
});

test("a title beside a path chooses no less of the path", () => {
  const [tools, whole, titled, ...more] = chosenParts(
    ["tests/unit/parsing/split.test.ts", "a part waits for busy"],
    2,
  );
  expect([tools?.name, whole?.name, titled?.name, more]).toEqual([
    "tools",
    "vitest",
    "vitest-titles",
    [],
  ]);
  expect(whole?.command).not.toContain("-t");
  expect(titled?.command).toContain("-t");
});

test("a line, and a slash at the end of a file, choose the file", () => {
  const file = "tests/e2e/pages/refresh.spec.ts";
  expect(chosenParts([`${file}:5`], 2).at(-1)?.command).toContain(`${file}:5`);
  expect(chosenParts([`${file}/`], 2)).toEqual(chosenParts([file], 2));
});

test.for([
  ["scripts/test.ts", "", "is not empty"],
  ["scripts/test.ts", "--changed tests/unit", "give nothing beside it"],
  ["scripts/test.ts", randomUUID(), "No test matches"],
  ["scripts/test/deep.ts", "times nonsense", "Choose from"],
  ["scripts/faults.ts", "--mutate --only no-such-row", "No mutation is detected by no-such-row"],
])("%s %s runs nothing and says why", ([program, line, why]) => {
  const args = program === "scripts/test.ts" && !line!.startsWith("-") ? [line!] : line!.split(" ");
  const { status, stderr } = spawnSync(process.execPath, [program!, ...args], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining(why!)]);
});

test("everything chosen waits for its tools", () => {
  const parts = chosenParts(["tests"], 2).filter(({ isPreparation }) => !isPreparation);
  expect(parts.every(({ after }) => after?.includes("tools"))).toBe(true);
});

test("npm test runs every test file and every fault run, whatever its seed", () => {
  const { product, domain } = integrationTests();
  expect([...product, ...domain].toSorted()).toEqual(
    globSync("tests/integration/**/*.test.{ts,tsx}").toSorted(),
  );
  expect(playwrightConfig).not.toHaveProperty("testIgnore");
  const options = allParts(2).flatMap(({ command }) =>
    command.filter((arg) => arg.startsWith("-")),
  );
  expect(options.filter((option) => /quarter|only=|^-[gt]$|grep|name|shard/i.test(option))).toEqual(
    [noOnly, noOnly],
  );
});

test("test.only fails the whole suite", () => {
  const commands = allParts(2).map(({ command }) => command);
  const runners = commands.filter(([program = ""]) =>
    ["vitest", "playwright"].includes(basename(program)),
  );
  expect(
    runners.every((line) => line.includes("--allowOnly=false") || line.includes("--forbid-only")),
  ).toBe(true);
});
