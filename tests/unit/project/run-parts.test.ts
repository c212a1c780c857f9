import { afterEach, beforeEach, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, PartResult } from "../../../scripts/test/part.ts";
import { readCounts } from "../../../scripts/test/reports.ts";
import { runParts } from "../../../scripts/test/run-parts.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mila-parts-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a part waits for busy cores unless it needs none", async () => {
  const ended: string[] = [];
  const parts = [
    part("first", { cores: 1, script: waitFor("second has begun") }),
    part("second", { cores: 1, script: `${write("second has begun")}; ${waitFor("fourth has begun")}` }),
    part("third", { cores: 2 }),
    part("fourth", { cores: 0, script: write("fourth has begun") }),
  ];
  await runParts(parts, 2, ({ name }) => ended.push(name));
  expect(ended).toHaveLength(4);
  expect(ended.at(-1)).toBe(own("third"));
});

test("a part that needs more cores than exist runs by itself", async () => {
  expect(await runParts([part("large", { cores: 8 })], 2, ignore)).toMatchObject([{ hasPassed: true }]);
});

test("a part that depends on a failed one does not run and counts as failed", async () => {
  const parts = [
    part("pages", { script: "process.exit(3)", isPreparation: true }),
    part("browser", { after: ["pages"], script: write("browser has begun") }),
  ];
  const results = await runParts(parts, 2, ignore);
  expect(results).toMatchObject([
    { passed: 0, failed: 1, failures: [own("pages")] },
    { passed: 0, failed: 1, failures: [`${own("browser")} was skipped because ${own("pages")} failed`] },
  ]);
});

test("a successful preparation is not counted, and a check counts as one", async () => {
  const results = await runParts([part("tools", { isPreparation: true }), part("types", {})], 2, ignore);
  expect(results.toSorted(byName)).toMatchObject([
    { name: own("tools"), passed: 0, failed: 0 },
    { name: own("types"), passed: 1, failed: 0 },
  ]);
});

test.for([
  ["leaves no report", "", { failed: 1 }],
  ["cannot be started", undefined, { failed: 1 }],
  ["leaves a report and ends with an error", `${report({ passed: 2 })}; process.exit(1)`, { passed: 2, failed: 1 }],
  ["reports a failure", report({ passed: 2, failed: 1, failures: ["a"] }), { failed: 1, failures: ["a"] }],
  ["reports no failure", report({ passed: 2 }), { passed: 2, failed: 0, hasPassed: true }],
] as const)("a runner that %s", async ([, script, expected]) => {
  const runner = {
    ...part("runner", { script: script ?? "" }),
    ...(script === undefined && { command: ["no-such-program"] }),
    report: { file: join(folder, "report.json"), read: readCounts },
  };
  expect(await runParts([runner], 2, ignore)).toMatchObject([expected]);
});

/** A part that runs a script of Node; its log has a name that no part of `npm test` has. */
function part(name: string, { script = "", after, ...more }: Partial<Part> & { script?: string }): Part {
  const command = [process.execPath, "-e", `process.chdir(process.env.FOLDER); ${script}`];
  return { name: own(name), cores: 1, ...more, after: after?.map(own), command, env: { FOLDER: folder } };
}

const own = (name: string) => `scheduling-${name}`;
const ignore = () => undefined;
const byName = (one: PartResult, other: PartResult) => one.name.localeCompare(other.name);
const write = (file: string) => `require("fs").writeFileSync("${file}", "")`;

function waitFor(file: string): string {
  return `const timer = setInterval(() => require("fs").existsSync("${file}") && clearInterval(timer), 5)`;
}

function report(counts: Partial<PartResult>): string {
  const text = JSON.stringify({ passed: 0, failed: 0, skipped: 0, failures: [], ...counts });
  return `require("fs").writeFileSync("report.json", ${JSON.stringify(text)})`;
}
