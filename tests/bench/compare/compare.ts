// npm run bench:compare -- BEFORE AFTER [--runs 5] [start] [messages] [pages]
// Measures two checkouts in turn, so that whatever else the machine does meets both, and prints
// medians and ratios. Each checkout needs its packages in node_modules. Without a part, all three
// are measured: six minutes a run. The pages are measured over HTTP; the other parts use each
// checkout's own helpers, so that both must have them.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median } from "../median.ts";
import type { Figures } from "./measure.ts";
import { comparePages } from "./pages.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" } },
});
const [before = "", after = "", ...named] = positionals;
const parts = named.length > 0 ? named : ["start", "messages", "pages"];
const ownParts = parts.filter((part) => part !== "pages");
const runs = Number(values.runs);
for (const folder of [before, after]) {
  if (!existsSync(`${folder}/node_modules`))
    throw new Error(`"${folder}" is no checkout with its packages installed`);
}
if (parts.includes("pages")) console.table(await comparePages({ before, after }, runs));
if (ownParts.length > 0) console.table(await compareOwnParts());

async function compareOwnParts() {
  const results = { before: [] as Figures[], after: [] as Figures[] };
  for (let run = 0; run < runs; run += 1) {
    const runInFairQueue =
      run % 2 === 0 ? (["before", "after"] as const) : (["after", "before"] as const);
    for (const side of runInFairQueue) {
      const figures = await measure(side === "before" ? before : after);
      results[side].push(figures);
      console.log(`run ${run + 1}, ${side}: ${JSON.stringify(figures)}`);
    }
  }
  return Object.fromEntries(
    Object.keys(results.after[0] ?? {}).map((figure) => {
      const [was, is] = [medianOf(results.before, figure), medianOf(results.after, figure)];
      return [figure, { before: was, after: is, ratio: Math.round((is / was) * 100) / 100 }];
    }),
  );
}

async function measure(folder: string): Promise<Figures> {
  const program = fileURLToPath(new URL("measure.ts", import.meta.url));
  const figures: Figures = {};
  for (const part of ownParts) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", program, part],
      { cwd: folder },
    );
    Object.assign(figures, JSON.parse(stdout));
  }
  return figures;
}

function medianOf(measured: Figures[], figure: string): number {
  return median(measured.map((figures) => figures[figure] ?? Number.NaN));
}
