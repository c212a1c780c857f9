import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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
  isOnPostgres?: boolean;
  onEnd: (result: RowResult) => void;
}

/** Quick rows mostly wait, so each core runs several. */
const quickRowsPerCore = 3;

/**
 * Runs rows in parallel, long ones first. At full size one per core, and then those that need the
 * whole machine.
 */
export async function runRows(rows: Row[], how: How): Promise<RowResult[]> {
  const prepared = mkdtempSync(join(tmpdir(), "mila-faults-"));
  try {
    await once(startNode(prepared, ["tests/faults/prepare.ts", prepared]), "exit");
    const results: RowResult[] = [];
    const work = async (waiting: Row[]): Promise<void> => {
      for (let row = waiting.shift(); row; row = waiting.shift())
        results.push(await runRow(row, how, prepared));
    };
    const isAlone = (row: Row) => Boolean(row.isAlone) && !how.isQuick;
    const together = rows
      .filter((row) => !isAlone(row))
      .toSorted((one, other) => rank(one) - rank(other));
    const lanes = availableParallelism() * (how.isQuick ? quickRowsPerCore : 1);
    await Promise.all(Array.from({ length: lanes }, () => work(together)));
    await work(rows.filter(isAlone));
    return results.toSorted((one, other) => rows.indexOf(one.row) - rows.indexOf(other.row));
  } finally {
    rmSync(prepared, { recursive: true });
  }
}

function rank({ isLong }: Row): number {
  return isLong ? 0 : 1;
}

async function runRow(
  row: Row,
  { seed, isQuick, isOnPostgres, onEnd }: How,
  prepared: string,
): Promise<RowResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), `mila-fault-${row.name}-`));
  const args = [
    row.name,
    String(seed),
    isQuick ? "quick" : "full",
    folder,
    ...(isOnPostgres ? [] : [join(prepared, "mila.db")]),
  ];
  const verdict = await verdictOf(startNode(prepared, ["tests/faults/run-row.ts", ...args]));
  if (hasHeld(verdict)) rmSync(folder, { recursive: true });
  else verdict.figures.folder = folder;
  const result = { row, verdict, seconds: Math.round((performance.now() - startedAt) / 1_000) };
  onEnd(result);
  return result;
}

function startNode(prepared: string, line: string[]): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...line], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: join(prepared, "compiled"), ...process.env },
  });
}

function verdictOf(child: ChildProcess): Promise<Verdict> {
  return new Promise((resolve) => {
    child.once("message", (verdict) => resolve(verdict as Verdict));
    child.once("exit", (code) =>
      resolve({ figures: {}, missed: [], late: [], crashed: `it ended with ${code}` }),
    );
  });
}
