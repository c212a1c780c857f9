// npm run bench:compare -- BEFORE AFTER [--runs 5] [start] [pages] [messages]
// Measures two checkouts in turn, so that whatever else the machine does meets both, and prints medians and ratios.
// Each checkout needs its packages in node_modules. Without a part, all three are measured: six minutes a run.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median } from "../median.ts";
import type { Figures } from "./measure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" } },
});
const [before = "", after = "", ...chosen] = positionals;
for (const folder of [before, after]) {
  if (!existsSync(`${folder}/node_modules`)) throw new Error(`"${folder}" is no checkout with its packages installed`);
}

const results = { before: [] as Figures[], after: [] as Figures[] };
for (let run = 0; run < Number(values.runs); run += 1) {
  const inTurn = run % 2 === 0 ? (["before", "after"] as const) : (["after", "before"] as const);
  for (const side of inTurn) {
    const figures = await measure(side === "before" ? before : after);
    results[side].push(figures);
    console.log(`run ${run + 1}, ${side}: ${JSON.stringify(figures)}`);
  }
}
console.table(
  Object.fromEntries(
    Object.keys(results.after[0] ?? {}).map((figure) => {
      const [was, is] = [medianOf(results.before, figure), medianOf(results.after, figure)];
      return [figure, { before: was, after: is, ratio: Math.round((is / was) * 100) / 100 }];
    }),
  ),
);

async function measure(folder: string): Promise<Figures> {
  const program = fileURLToPath(new URL("measure.ts", import.meta.url));
  const figures: Figures = {};
  for (const part of chosen.length > 0 ? chosen : ["start", "pages", "messages"]) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", program, part],
      { cwd: folder },
    );
    Object.assign(figures, JSON.parse(stdout));
  }
  return figures;
}

function medianOf(runs: Figures[], figure: string): number {
  return median(runs.map((figures) => figures[figure] ?? Number.NaN));
}
