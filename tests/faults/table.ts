import { availableParallelism, cpus, totalmem } from "node:os";
import { statusOf } from "./row.ts";
import type { RowResult } from "./run-rows.ts";

const marks = { passed: "✓", failed: "✗", skipped: "–" };

/**
 * A finished row's line, with one more for each broken promise.
 * @param isUntimed whether late promises pass
 */
export function formatLine({ row, verdict, seconds }: RowResult, isUntimed: boolean): string {
  const figures = Object.entries(verdict.figures).map(([name, value]) => `${name} ${value}`);
  const what = verdict.skipped ? `skipped: ${verdict.skipped}` : figures.join(", ");
  const crashed = verdict.crashed === undefined ? [] : [`CRASHED: ${verdict.crashed}`];
  const late = isUntimed ? [] : verdict.late;
  const broken = [
    ...verdict.missed.map((promise) => `NOT: ${promise}`),
    ...late.map((one) => `LATE: ${one}`),
  ];
  return [
    `${marks[statusOf(verdict, isUntimed)]} ${row.name.padEnd(22)} ${String(seconds).padStart(4)} s  ${what}`,
    ...crashed,
    ...broken,
  ].join("\n    ");
}

/**
 * All rows at full size, in order, and the machine.
 * @param which seed, size and commit
 */
export function formatTable(results: RowResult[], which: string): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory}, Node ${process.versions.node}`;
  return [
    "",
    `Fault runs, ${which}`,
    machine,
    ...results.map((result) => formatLine(result, false)),
  ].join("\n");
}
