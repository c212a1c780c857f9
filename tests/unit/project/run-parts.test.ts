import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
    part("second", {
      cores: 1,
      script: `${write("second has begun")}; ${waitFor("fourth has begun")}`,
    }),
    part("third", { cores: 2 }),
    part("fourth", { cores: 0, script: write("fourth has begun") }),
  ];
  await runParts(parts, 2, ({ name }) => ended.push(name));
  expect(ended).toHaveLength(4);
  // The fourth began while the second ran, and may end after the third.
  expect(ended.filter((name) => name !== own("fourth")).at(-1)).toBe(own("third"));
});

test("a part that needs more cores than exist runs by itself", async () => {
  expect(await runParts([part("large", { cores: 8 })], 2, ignore)).toMatchObject([
    { hasPassed: true },
  ]);
});

test("a part that depends on a failed one does not run and counts as failed", async () => {
  const parts = [
    part("pages", { script: "process.exit(3)", isPreparation: true }),
    part("browser", { after: ["pages"], script: write("browser has begun") }),
  ];
  const results = await runParts(parts, 2, ignore);
  expect(results).toMatchObject([
    { passed: 0, failed: 1, failures: [own("pages")] },
    {
      passed: 0,
      failed: 1,
      failures: [`${own("browser")} was skipped because ${own("pages")} failed`],
    },
  ]);
});

test("a stopped run lets its parts clean up and starts no more", async () => {
  const stopping = new AbortController();
  const begun = write("begun");
  const script = `process.once("SIGINT", () => { ${write("cleaned")}; process.exit(130); }); ${begun}; setInterval(() => {}, 1_000)`;
  const parts = [
    part("long", { script }),
    part("next", { after: ["long"], script: write("next has begun") }),
  ];
  const running = runParts(parts, 1, ignore, stopping.signal);
  await vi.waitUntil(() => existsSync(join(folder, "begun")), 10_000);
  stopping.abort("SIGTERM");
  expect(await running).toMatchObject([{ name: own("long"), hasPassed: false }]);
  expect(readdirSync(folder).toSorted()).toEqual(["begun", "cleaned"]);
});

test("a stopped run leaves no process that its parts have started", async () => {
  const stopping = new AbortController();
  const deaf = `process.on("SIGINT", () => {}); ${write("begun")}; setInterval(() => {}, 1_000)`;
  const script = `
    const child = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(deaf)}], { stdio: "ignore" });
    require("fs").writeFileSync("child", String(child.pid));
    setInterval(() => {}, 1_000)`;
  const running = runParts([part("long", { script })], 1, ignore, stopping.signal);
  await vi.waitUntil(() => existsSync(join(folder, "begun")), 10_000);
  stopping.abort("SIGTERM");
  await running;
  const child = Number(readFileSync(join(folder, "child"), "utf8"));
  expect(() => process.kill(child, 0)).toThrow("ESRCH");
});

test("a part sees no setting of this machine", async () => {
  vi.stubEnv("REDIS_URL", "redis://127.0.0.1:6379");
  vi.stubEnv("APP_URL", "https://mila.example.com");
  await runParts(
    [
      part("plain", {
        script: "require('fs').writeFileSync('seen', process.env.REDIS_URL + process.env.APP_URL)",
      }),
    ],
    1,
    ignore,
  );
  vi.unstubAllEnvs();
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("");
});

test("a part's temporary files are removed, except for those that show why it failed", async () => {
  const script = `require("fs").mkdtempSync(os.tmpdir() + "/left-")`;
  const env = { FOLDER: folder, TMPDIR: folder };
  await runParts([{ ...part("messy", { script }), env }], 1, ignore);
  await runParts(
    [{ ...part("failing", { script: `${script}; process.exit(1)` }), env }],
    1,
    ignore,
  );
  expect(readdirSync(folder)).toEqual([]);
  await runParts(
    [{ ...part("faults", { script: `${script}; process.exit(1)`, keepsFiles: true }), env }],
    1,
    ignore,
  );
  expect(readdirSync(folder, { recursive: true })).toContainEqual(expect.stringMatching(/\/left-/));
});

test("a successful preparation is not counted, and a check counts as one", async () => {
  const results = await runParts(
    [part("tools", { isPreparation: true }), part("types", {})],
    2,
    ignore,
  );
  expect(results.toSorted(byName)).toMatchObject([
    { name: own("tools"), passed: 0, failed: 0 },
    { name: own("types"), passed: 1, failed: 0 },
  ]);
});

test.for([
  ["leaves no report", "", { failed: 1 }],
  ["cannot be started", undefined, { failed: 1 }],
  [
    "leaves a report and ends with an error",
    `${report({ passed: 2 })}; process.exit(1)`,
    { passed: 2, failed: 1 },
  ],
  [
    "reports a failure",
    report({ passed: 2, failed: 1, failures: ["a"] }),
    { failed: 1, failures: ["a"] },
  ],
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
function part(
  name: string,
  { script = "", after, ...more }: Partial<Part> & { script?: string },
): Part {
  const command = [process.execPath, "-e", `process.chdir(process.env.FOLDER); ${script}`];
  return {
    name: own(name),
    cores: 1,
    ...more,
    after: after?.map(own),
    command,
    env: { FOLDER: folder },
  };
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
