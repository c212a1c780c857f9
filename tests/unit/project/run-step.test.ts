import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readFaults, readPlaywright } from "../../../scripts/test/counts.ts";
import { printSummary, runStep, type Step } from "../../../scripts/test/run-step.ts";

let folder: string;
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mila-steps-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(String(line)));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("a stopped step cleans up, and another does not start", async () => {
  const stopping = new AbortController();
  const script = `process.once("SIGINT", () => { ${write("cleaned")}; process.exit(130); }); ${write("begun")}; setInterval(() => {}, 1_000)`;
  const running = runStep(step("long", { script }), stopping.signal);
  await vi.waitUntil(() => existsSync(join(folder, "begun")), 30_000);
  stopping.abort("SIGTERM");
  expect(await running).toMatchObject({ failed: 1 });
  await runStep(step("next", { script: write("next has begun") }), stopping.signal);
  expect(readdirSync(folder).toSorted()).toEqual(["begun", "cleaned"]);
});

test("a stopped step leaves no process that it has started", async () => {
  const stopping = new AbortController();
  const deaf = `process.on("SIGINT", () => {}); ${write("begun")}; setInterval(() => {}, 1_000)`;
  const script = `
    const child = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(deaf)}], { stdio: "ignore" });
    require("fs").writeFileSync("child", String(child.pid));
    setInterval(() => {}, 1_000)`;
  const running = runStep(step("long", { script }), stopping.signal);
  await vi.waitUntil(() => existsSync(join(folder, "begun")), 30_000);
  stopping.abort("SIGTERM");
  await running;
  const child = Number(readFileSync(join(folder, "child"), "utf8"));
  expect(() => process.kill(child, 0)).toThrow("ESRCH");
});

test("a step sees no setting of this machine", async () => {
  vi.stubEnv("REDIS_URL", "redis://127.0.0.1:6379");
  vi.stubEnv("APP_URL", "https://mila.example.com");
  const seen = "process.env.REDIS_URL + process.env.APP_URL";
  await runStep(step("plain", { script: `require("fs").writeFileSync("seen", ${seen})` }));
  vi.unstubAllEnvs();
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("");
});

test("a step's temporary files are removed, except for those that show why it failed", async () => {
  const script = `require("fs").mkdtempSync(os.tmpdir() + "/left-")`;
  const env = { FOLDER: folder, TMPDIR: folder };
  await runStep({ ...step("messy", { script }), env });
  const fails = { script: `${script}; process.exit(1)` };
  await runStep({ ...step("failing", fails), env });
  expect(readdirSync(folder)).toEqual([]);
  await runStep({ ...step("faults", { ...fails, keepsFiles: true }), env });
  expect(readdirSync(folder, { recursive: true })).toContainEqual(expect.stringMatching(/\/left-/));
});

test.for([
  ["leaves no report", "", { failed: 1 }],
  ["cannot be started", undefined, { failed: 1 }],
  ["ends with an error", `${report({ passed: 2 })}; process.exit(1)`, { passed: 2, failed: 1 }],
  ["reports a failure", report({ failed: 1, failures: ["a"] }), { failed: 1, failures: ["a"] }],
  ["reports no failure", report({ passed: 2 }), { passed: 2, failed: 0 }],
] as const)("a runner that %s", async ([, script, expected]) => {
  const runner = {
    ...step("runner", { script: script ?? "" }),
    ...(script === undefined && { command: ["no-such-program"] }),
    report: { file: join(folder, "report.json"), read: readFaults },
  };
  expect(await runStep(runner)).toMatchObject(expected);
});

test("a check counts as one, a preparation does not, and the last line adds up", async () => {
  const results = [
    await runStep(step("tools", { isPreparation: true })),
    await runStep(step("types", {})),
    await runStep({
      ...step("runner", { script: report({ passed: 2, skipped: 1, missing: ["asks Google"] }) }),
      report: { file: join(folder, "report.json"), read: readFaults },
    }),
  ];
  expect(printSummary(results)).toBe(true);
  expect(printed.slice(-2)).toEqual(["– skipped: asks Google", "\n3 passed, 0 failed, 1 skipped"]);
  const failed = await runStep(step("lint", { script: "process.exit(1)" }));
  expect(printSummary([...results, failed])).toBe(false);
  expect(printed.slice(-2)).toEqual(["✗ steps-lint", "\n3 passed, 1 failed, 1 skipped"]);
  expect(printSummary([])).toBe(false);
});

test.for([
  ["scripts/test.ts", ["--nonsense"], "Unknown option --nonsense"],
  ["scripts/test.ts", ["--shard=0/4"], "Unknown option --shard=0/4"],
  ["scripts/test.ts", ["--changed", "tests/unit"], "give nothing beside it"],
  ["scripts/test.ts", ["tests/unit", "no-such-file"], "No test file has no-such-file"],
  ["scripts/test/deep.ts", ["times", "nonsense"], "Choose from"],
  ["scripts/faults.ts", ["--only", "no-such-row"], "Unknown row no-such-row"],
] as const)("%s %s runs nothing and says why", ([program, args, why]) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
});

/** A step that runs a script of Node; its log has a name that no step of `npm test` has. */
function step(name: string, { script = "", ...more }: Partial<Step> & { script?: string }): Step {
  const command = [process.execPath, "-e", `process.chdir(process.env.FOLDER); ${script}`];
  return { name: `steps-${name}`, ...more, command, env: { FOLDER: folder } };
}

function write(file: string): string {
  return `require("fs").writeFileSync("${file}", "")`;
}

test("a failed browser test says why, in a few lines without colours", () => {
  const message = ["\u001b[31mError: no card\u001b[39m", ...Array(30).fill("more")].join("\n");
  const results = [{ errors: [{ message }] }];
  const spec = {
    ok: false,
    file: "card.spec.ts",
    line: 3,
    title: "a card",
    tests: [{ status: "unexpected", results }],
  };
  const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
  const read = readPlaywright(JSON.stringify({ stats, errors: [], suites: [{ specs: [spec] }] }));
  const [failure = ""] = read.failures;
  const [name, reason, ...more] = failure.split("\n");
  expect([name, reason]).toEqual(["tests/e2e/card.spec.ts:3 a card", "    Error: no card"]);
  expect(more).toHaveLength(14);
});

function report(counts: object): string {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [], missing: [] };
  const text = JSON.stringify({ ...none, ...counts });
  return `require("fs").writeFileSync("report.json", ${JSON.stringify(text)})`;
}
