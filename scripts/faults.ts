// npm run faults: what happens when things go wrong, with real processes that are really killed (docs/faults.md).
//   -- --quick      a tenth of everything
//   -- --only NAME  one row
//   -- --seed N     the same chance again
import { parseArgs } from "node:util";
import { rows } from "../tests/faults/list.ts";
import { runRows } from "../tests/faults/run-rows.ts";
import { lineOf, tableOf } from "../tests/faults/table.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const chosen = rows.filter(({ name }) => !values.only || name === values.only);
if (chosen.length === 0) {
  console.error(`There is no row ${values.only}; there are ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
console.log(`Seed ${seed} (again with: npm run faults -- --seed ${seed})`);
const results = await runRows(chosen, {
  seed,
  isQuick: values.quick,
  tree: process.cwd(),
  onEnd: (result) => console.log(lineOf(result)),
});
if (results.length > 1) console.log(tableOf(results));
process.exit(results.some(({ verdict }) => verdict.missed.length + verdict.late.length > 0) ? 1 : 0);
