// npm test: installs missing tools and runs every check and every test.
//   -- tests/integration/calendar   only files with this in their path
//   -- --changed                    only what the uncommitted change reaches
//   -- --shard=2/4                  only this part of everything
// MILA_TEST_SEED=N repeats a random run; MILA_TEST_NOW=2028-02-29 runs on that day.
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { cpus } from "node:os";
import { relative } from "node:path";
import { testSeed } from "../tests/support/runner/seed.ts";
import { printSummary, type Result, runStep, type Step, stopSignal } from "./test/run-step.ts";
import { faults, installTools, playwright, staticChecks, vitest } from "./test/steps.ts";
import { setTestClock } from "./test/test-clock.ts";

const args = process.argv.slice(2);
const shard = args.find((arg) => /^--shard=[1-9]\d*\/[1-9]\d*$/.test(arg));
const options = args.filter((arg) => arg.startsWith("-"));
if (options.some((option) => option !== "--changed" && option !== shard))
  fail(`Unknown option ${options.join(" ")}: give a folder or file, --changed or --shard=1/4.`);
if (options.length > 0 && args.length > 1)
  fail(`${options[0]} chooses the tests itself: give nothing beside it.`);
const stages = chooseStages();

setTestClock();
console.log(`Seed ${testSeed()}`);
const [startedAt, idleBefore] = [performance.now(), idleMs()];
const stop = stopSignal();
const results = [await runStep(installTools, stop)];
if (results[0]?.failed === 0) for (const steps of stages) results.push(...(await runAtOnce(steps)));
if (stop.aborted) process.exit(1);
const lastedMs = performance.now() - startedAt;
const busy = 1 - (idleMs() - idleBefore) / (lastedMs * cpus().length);
console.log(`\n${formatMinutes(lastedMs)} in total, cores ${Math.round(100 * busy)} % busy`);
if (args.length === 0)
  console.log(`Not run, because they take longer or other programs:
  random cases and fault runs at full size  npm run test:deep, npm run faults, npm run attack
  journeys in Firefox and WebKit            npm run test:browsers
  real calendar programs                    npm run test:caldav
  a household's load beside another         npm run fair
  many hands on one task                    npm run hands
  a first day's presses                     npm run first-day
  the image                                 npm run image:test`);
process.exit(printSummary(results) ? 0 : 1);

/**
 * Browser tests run alone, because a page that a busy machine is slow to show counts as broken after
 * ten seconds.
 */
function chooseStages(): Step[][] {
  if (shard) {
    // The last one has the least to do: docs/testing.md.
    const isLast = /=(\d+)\/\1$/.test(shard);
    const checks = isLast ? staticChecks : [];
    return [checks, [playwright(shard)], [vitest(shard), faults(shard)]];
  }
  if (args.length === 0) return [staticChecks, [playwright()], [vitest(), faults()]];
  if (options.length > 0) {
    const rules = { ...vitest("tests/unit/project"), name: "rules" };
    const inBrowser = changedSpecs();
    const browser = inBrowser.length > 0 ? [playwright(...inBrowser)] : [];
    return [[...staticChecks, rules, vitest("--changed", "--passWithNoTests"), ...browser]];
  }
  return [chooseFiles()];
}

/** Playwright's `--only-changed` would build Mila even if no spec has changed. */
function changedSpecs(): string[] {
  const { stdout } = spawnSync("git", ["status", "--porcelain", "-z", "tests/e2e"]);
  return (
    String(stdout)
      .match(/tests\/e2e\/[^\0]+\.spec\.ts/g)
      ?.filter((file) => existsSync(file)) ?? []
  );
}

function chooseFiles(): Step[] {
  const names = args.map((arg) => relative(".", arg).replace(/\/$/, ""));
  const found = (pattern: string) => {
    const files = globSync(pattern);
    return names.filter((name) => files.some((file) => file.includes(name.replace(/:\d+$/, ""))));
  };
  const inVitest = found("tests/{unit,integration}/**/*.test.{ts,tsx}");
  const inBrowser = found("tests/e2e/**/*.spec.ts");
  const missing = names.filter((name) => !inVitest.includes(name) && !inBrowser.includes(name));
  if (missing.length > 0) fail(`No test file has ${missing.join(" or ")} in its path.`);
  return [
    ...(inVitest.length > 0 ? [{ ...vitest(...inVitest), isShown: true }] : []),
    ...(inBrowser.length > 0 ? [{ ...playwright(...inBrowser), isShown: true }] : []),
  ];
}

function runAtOnce(steps: Step[]): Promise<Result[]> {
  return Promise.all(steps.map((step) => runStep(step, stop)));
}

function formatMinutes(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Sums the idle time of all cores since the machine started. */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
