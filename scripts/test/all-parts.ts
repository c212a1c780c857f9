import { existsSync, statfsSync } from "node:fs";
import { resolve } from "node:path";
import { checkTypes, oxfmt, oxlint, runPlaywright, runVitest } from "./commands.ts";
import type { Part } from "./part.ts";
import { readCounts, readPlaywright, readVitest } from "./reports.ts";

const memoryFolder = "/dev/shm";
const minFreeBytes = 2 * 2 ** 30;
/** A forgotten `test.only` would skip the other tests. */
export const noOnly = "--allowOnly=false";
const node = [process.execPath, "--disable-warning=ExperimentalWarning"];

export const tools: Part = {
  name: "tools",
  command: [...node, "tests/support/runner/install-tools.ts"],
  cores: 0,
  isPreparation: true,
  isShown: true,
};
export const pages: Part = {
  name: "pages",
  command: [...node, "scripts/test/build-pages.ts"],
  cores: 1,
  isPreparation: true,
};
export const types: Part = { name: "types", command: checkTypes, cores: 0 };

/** The longest parts start first, so that short ones fill the end. */
export function allParts(cores: number): Part[] {
  const share = Math.max(1, Math.floor(cores / 2));
  const after = ["tools", "pages"];
  return [
    tools,
    pages,
    { name: "lint", command: [oxlint, "--deny-warnings"], cores: 0 },
    faults({ cores: 0, after }),
    types,
    // More workers than cores, because both wait for pages and restarts, the product tests more.
    playwright("browser", { cores: share, workers: share + 1, args: ["--forbid-only"], after }),
    vitest("product", {
      cores: share,
      workers: share + 2,
      args: ["--project=product", noOnly],
      after,
    }),
    // Mostly waits for slow providers; taking a core, it would hold up the product tests.
    vitest("units", {
      cores: 0,
      workers: share,
      args: ["--project=unit", "--project=domain", noOnly],
    }),
    { name: "format", command: [oxfmt, "--check"], cores: 0 },
  ];
}

interface Options {
  cores: number;
  workers?: number;
  args?: string[];
  after?: string[];
}

export function vitest(name: string, { cores, workers = cores, args = [], after }: Options): Part {
  const file = `test-results/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const command = [...runVitest, ...reporters, `--maxWorkers=${workers}`, ...args];
  return { name, command, cores, after, env: inMemory(), report: { file, read: readVitest } };
}

export function playwright(
  name: string,
  { cores, workers = cores, args = [], after }: Options,
): Part {
  const file = `test-results/${name}.json`;
  const command = [...runPlaywright, "--reporter=list,json", `--workers=${workers}`, ...args];
  const env = { ...inMemory(), PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(file) };
  return { name, command, cores, after, env, report: { file, read: readPlaywright } };
}

export function faults({
  name = "faults",
  cores,
  args = [],
  after,
}: Options & { name?: string }): Part {
  const command = [...node, "scripts/faults.ts", "--quick", "--untimed", ...args];
  const report = { file: "test-results/faults.json", read: readCounts };
  return { name, command, cores, after, report, keepsFiles: true };
}

function inMemory(): Record<string, string> {
  if (process.env.TMPDIR || !existsSync(memoryFolder)) return {};
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > minFreeBytes ? { TMPDIR: memoryFolder } : {};
}
