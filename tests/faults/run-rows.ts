import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { hasHeld, type Row, type Verdict } from "./row.ts";

export interface RowResult {
  row: Row;
  verdict: Verdict;
  seconds: number;
}

interface How {
  seed: number;
  isQuick: boolean;
  /** The tree whose code is run: this one, or a copy with a mutation. */
  tree: string;
  /** Told of each row as it ends. */
  onEnd: (result: RowResult) => void;
}

/**
 * Runs rows side by side, as many as there are cores (twice as many at a tenth, which is mostly waiting), and those that need the
 * machine for themselves afterwards.
 */
export async function runRows(rows: Row[], how: How): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const waiting = rows.filter(({ isAlone }) => !isAlone);
  async function work(): Promise<void> {
    for (let row = waiting.shift(); row; row = waiting.shift()) results.push(await runRow(row, how));
  }
  const lanes = availableParallelism() * (how.isQuick ? 2 : 1);
  await Promise.all(Array.from({ length: lanes }, work));
  for (const row of rows.filter(({ isAlone }) => isAlone)) results.push(await runRow(row, how));
  return results.toSorted((one, other) => rows.indexOf(one.row) - rows.indexOf(other.row));
}

async function runRow(row: Row, { seed, isQuick, tree, onEnd }: How): Promise<RowResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), `mila-fault-${row.name}-`));
  const verdict = await runInProcess(row, [String(seed), isQuick ? "quick" : "full", folder], tree);
  if (hasHeld(verdict)) rmSync(folder, { recursive: true });
  else verdict.figures.folder = folder;
  const result = { row, verdict, seconds: Math.round((performance.now() - startedAt) / 1_000) };
  onEnd(result);
  return result;
}

function runInProcess(row: Row, args: string[], tree: string): Promise<Verdict> {
  const line = ["--disable-warning=ExperimentalWarning", "tests/faults/run-row.ts", row.name, ...args];
  const child = spawn(process.execPath, line, { cwd: tree, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return new Promise((resolve) => {
    child.once("message", (verdict) => resolve(verdict as Verdict));
    child.once("exit", (code) => resolve({ figures: {}, missed: [], late: [], crashed: `it ended with ${code}` }));
  });
}
