import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { rows } from "./list.ts";
import type { Checked } from "./report.ts";
import { type Mutation, mutations } from "./mutations.ts";
import { runRows } from "./run-rows.ts";

const marks = { passed: "✓ caught  ", failed: "✗ SURVIVED", skipped: "– skipped " };

/** Runs each mutation's row or test on a copy of this tree. A mutation passes if it is detected. */
export async function runMutations(seed: number, chosen: (mutation: Mutation) => boolean): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const mutation of mutations.filter(chosen)) {
    const { detectedBy, name } = mutation;
    const startedAt = performance.now();
    const detection = await findDetection(mutation, seed);
    const status = detection?.startsWith("skipped") ? "skipped" : detection ? "passed" : "failed";
    console.log(`${marks[status]} ${name} (${Object.values(detectedBy)[0]}: ${detection ?? "nothing"})`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    results.push({ name: `mutation “${name}”, seed ${seed}`, status, seconds });
  }
  return results;
}

async function findDetection(mutation: Mutation, seed: number): Promise<string | null> {
  const { detectedBy } = mutation;
  const tree = mkdtempSync(join(tmpdir(), "mila-mutation-"));
  try {
    mutate(tree, mutation);
    return "row" in detectedBy ? await rowSays(tree, detectedBy.row, seed) : testSays(tree, detectedBy.test);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

function mutate(tree: string, { changes, isBuilt }: Mutation): void {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
  for (const file of String(stdout).split("\n").filter(Boolean)) cpSync(file, join(tree, file));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(tree, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has changed: the mutation does not fit any more`);
    writeFileSync(join(tree, file), text.replace(from, to));
  }
  if (!isBuilt) cpSync("build", join(tree, "build"), { recursive: true });
  else buildAt(tree);
}

function buildAt(tree: string): void {
  const build = 'import("./scripts/start/build.ts").then(({ buildIfNeeded }) => buildIfNeeded())';
  const { status } = spawnSync(process.execPath, ["-e", build], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("The mutation cannot be built");
}

/** The row's failure, or null. Throws when the run itself crashed, which detects nothing. */
export async function rowSays(tree: string, name: string, seed: number): Promise<string | null> {
  const [result] = await runRows(
    rows.filter((row) => row.name === name),
    { seed, isQuick: true, tree, onEnd: () => undefined },
  );
  const verdict = result?.verdict;
  if (verdict?.crashed) throw new Error(`${name} crashed, ${verdict.crashed}: see ${verdict.figures.folder}`);
  if (verdict?.figures.folder) rmSync(String(verdict.figures.folder), { recursive: true, force: true });
  if (verdict?.skipped) return `skipped, ${verdict.skipped}`;
  return verdict?.missed.length ? `not: ${verdict.missed.join("; ")}` : null;
}

/** "fails" if a test of the file fails, else null. Throws when they cannot be run. */
export function testSays(tree: string, file: string): string | null {
  const report = join(tree, "test-results.json");
  const line = ["run", file, "--reporter=json", `--outputFile=${report}`];
  const { status, error } = spawnSync("vitest", line, { cwd: tree, stdio: "ignore" });
  if (error) throw error;
  if (status === 0) return null;
  const { numFailedTests } = z.object({ numFailedTests: z.number() }).parse(JSON.parse(readFileSync(report, "utf8")));
  if (numFailedTests === 0) throw new Error(`${file} cannot be run`);
  return "fails";
}
