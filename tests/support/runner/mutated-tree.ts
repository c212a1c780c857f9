import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { programsBuild } from "../../../scripts/start/build.ts";
import { runVitest } from "../../../scripts/test/steps.ts";

export interface Change {
  file: string;
  from: string;
  to: string;
}

/** Passes a copy of this tree with the changes. */
export async function withMutation<Result>(
  { changes, isBuilt }: { changes: Change[]; isBuilt?: boolean },
  use: (tree: string) => Result | Promise<Result>,
): Promise<Result> {
  return withCopy(async (tree) => {
    for (const change of changes) mutate(tree, change);
    if (isBuilt) buildAt(tree);
    return use(tree);
  });
}

/** Passes a copy of this tree, with its build. */
export async function withCopy<Result>(use: (tree: string) => Promise<Result>): Promise<Result> {
  const tree = mkdtempSync(join(tmpdir(), "mila-mutation-"));
  try {
    const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
    for (const file of String(stdout).split("\n").filter(Boolean)) cpSync(file, join(tree, file));
    symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
    cpSync("build", join(tree, "build"), { recursive: true });
    return await use(tree);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/** Returns the file's text before and after. */
export function mutate(
  tree: string,
  { file, from, to }: Change,
): { original: string; changed: string } {
  const original = readFileSync(join(tree, file), "utf8");
  if (!original.includes(from))
    throw new Error(`${file} has changed: the mutation does not fit any more`);
  const changed = original.replace(from, () => to);
  writeFileSync(join(tree, file), changed);
  return { original, changed };
}

function buildAt(tree: string): void {
  const build = 'import("./scripts/start/build.ts").then(({ buildIfNeeded }) => buildIfNeeded())';
  runNode(tree, ["-e", build]);
}

/** For the rows, which start the built worker. */
export function buildWorkerAt(tree: string): void {
  runNode(tree, programsBuild);
}

function runNode(tree: string, line: string[]): void {
  const { status } = spawnSync(process.execPath, line, {
    cwd: tree,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The mutation cannot be built");
}

const report = z.object({
  numFailedTests: z.number(),
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ failureMessages: z.array(z.string()) })) }),
  ),
});

/** A crash detects nothing. */
const crash = /ReferenceError|SyntaxError|instead of starting/;

/** @param title of the tests, as a pattern
 * @returns "fails" if a test of the file fails, else null. Throws when they cannot be run. */
export async function testSays(
  tree: string,
  file: string,
  title: string = "",
): Promise<string | null> {
  const named = title ? ["-t", title] : [];
  let outcome = await runFile(tree, file, ["--bail=1", ...named]);
  // With concurrent tests, --bail can end the run before the failure is recorded.
  if (outcome.status !== 0 && outcome.failed === 0) outcome = await runFile(tree, file, named);
  const { status, failed, passed, messages } = outcome;
  if (status === 0 && passed === 0) throw new Error(`${file} has no test “${title}”`);
  if (status === 0) return null;
  if (failed === 0 || messages.some((message) => crash.test(message)))
    throw new Error(`${file} cannot be run`);
  return "fails";
}

async function runFile(tree: string, file: string, options: string[]) {
  const reportFile = join(tree, "test-results.json");
  rmSync(reportFile, { force: true });
  const [vitest = "", ...line] = [
    ...runVitest,
    file,
    "--reporter=json",
    `--outputFile=${reportFile}`,
    ...options,
  ];
  const process = spawn(vitest, line, { cwd: tree, stdio: "ignore" });
  const [status] = (await once(process, "close")) as [number | null];
  const { numFailedTests, numPassedTests, testResults } = report.parse(
    JSON.parse(readFileSync(reportFile, "utf8")),
  );
  const messages = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap((one) => one.failureMessages),
  );
  return { status, failed: numFailedTests, passed: numPassedTests, messages };
}
