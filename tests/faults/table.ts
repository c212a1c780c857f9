import { availableParallelism, cpus, totalmem } from "node:os";
import { hasHeld } from "./row.ts";
import type { RowResult } from "./run-rows.ts";

/** One line for a row that has ended. */
export function lineOf({ row, verdict, seconds }: RowResult): string {
  const figures = Object.entries(verdict.figures).map(([name, value]) => `${name} ${value}`);
  const what = verdict.skipped ? `skipped: ${verdict.skipped}` : figures.join(", ");
  const crashed = verdict.crashed === undefined ? [] : [`CRASHED: ${verdict.crashed}`];
  const broken = [...verdict.missed.map((promise) => `NOT: ${promise}`), ...verdict.late.map((one) => `LATE: ${one}`)];
  return [
    `${markOf({ verdict })} ${row.name.padEnd(22)} ${String(seconds).padStart(4)} s  ${what}`,
    ...crashed,
    ...broken,
  ].join("\n    ");
}

/**
 * All rows, in the table's order, and where they were run.
 * @param which its seed, size and commit
 */
export function tableOf(results: RowResult[], which: string): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory}, Node ${process.versions.node}`;
  return ["", `Fault runs, ${which}`, machine, ...results.map(lineOf)].join("\n");
}

function markOf({ verdict }: Pick<RowResult, "verdict">): string {
  if (verdict.skipped) return "–";
  return hasHeld(verdict) && verdict.late.length === 0 ? "✓" : "✗";
}
