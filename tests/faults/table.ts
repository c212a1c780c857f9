import type { RowResult } from "./run-rows.ts";

/** One line for a row that has ended. */
export function lineOf({ row, verdict, seconds }: RowResult): string {
  const figures = Object.entries(verdict.figures).map(([name, value]) => `${name} ${value}`);
  const what = verdict.skipped ? `skipped: ${verdict.skipped}` : figures.join(", ");
  const broken = [...verdict.missed.map((promise) => `NOT: ${promise}`), ...verdict.late.map((one) => `LATE: ${one}`)];
  return [`${markOf({ verdict })} ${row.name.padEnd(22)} ${String(seconds).padStart(4)} s  ${what}`, ...broken].join(
    "\n    ",
  );
}

/** All rows, in the table's order. */
export function tableOf(results: RowResult[]): string {
  return ["", "Fault runs:", ...results.map(lineOf)].join("\n");
}

function markOf({ verdict }: Pick<RowResult, "verdict">): string {
  if (verdict.skipped) return "–";
  return verdict.missed.length + verdict.late.length > 0 ? "✗" : "✓";
}
