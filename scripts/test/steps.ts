import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readFaults, readPlaywright, readVitest } from "./counts.ts";
import type { Step } from "./run-step.ts";

const programs = "node_modules/.bin";
export const playwrightProgram = `${programs}/playwright`;
export const runVitest = [`${programs}/vitest`, "run", "--config=tests/vitest.config.ts"];
const node = [process.execPath, "--disable-warning=ExperimentalWarning"];
const cores = availableParallelism();

export const installTools: Step = {
  name: "tools",
  command: [...node, "tests/support/runner/install-tools.ts"],
  isPreparation: true,
  isShown: true,
};

/**
 * Uses one checker, which takes little more than half the CPU of the usual four, because each works
 * out the types that all files share.
 */
const typesCommand = ["node_modules/typescript-native/bin/tsc", "--noEmit", "--checkers", "1"];

export const staticChecks: Step[] = [
  { name: "lint", command: [`${programs}/oxlint`, "--deny-warnings"] },
  { name: "types", command: [...node, ...typesCommand] },
  { name: "format", command: [`${programs}/oxfmt`, "--check"] },
  { name: "unused", command: [`${programs}/knip`, "--no-progress"] },
];

/** A forgotten `test.only` would skip the other tests. */
export function vitest(...args: string[]): Step {
  const file = "test-results/vitest.json";
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // Uses more workers than cores, because tests of the product wait for pages and restarts.
  const how = [...reporters, `--maxWorkers=${cores + 2}`, "--allowOnly=false"];
  const command = [...runVitest, ...how, ...args];
  return { name: "vitest", command, env: inMemory(), report: { file, read: readVitest } };
}

export function playwright(...args: string[]): Step {
  const file = "test-results/browser.json";
  const run = [playwrightProgram, "test", "--config=tests/playwright.config.ts"];
  const how = ["--reporter=list,json", `--workers=${cores}`, "--forbid-only"];
  const env = { ...inMemory(), PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(file) };
  return {
    name: "browser",
    command: [...run, ...how, ...args],
    env,
    report: { file, read: readPlaywright },
  };
}

/** Runs small rows, and lets late ones pass, because the machine is busy. */
export function faults(...args: string[]): Step {
  const command = [...node, "scripts/faults.ts", "--quick", "--untimed", ...args];
  const report = { file: "test-results/faults.json", read: readFaults };
  return { name: "faults", command, report, keepsFiles: true };
}

export function script(name: string, file: string, ...args: string[]): Step {
  return { name, command: [...node, file, ...args] };
}

const memoryFolder = "/dev/shm";
const minFreeBytes = 2 * 2 ** 30;

function inMemory(): Record<string, string> {
  if (process.env.TMPDIR || !existsSync(memoryFolder)) return {};
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > minFreeBytes ? { TMPDIR: memoryFolder } : {};
}
