// npm run faults: what happens when things go wrong, with real processes that are really killed.
//   -- --quick      a tenth of everything
//   -- --only NAME  one row
//   -- --seed N     the same chance again
//   -- --resume     with the seed of a run that was cut off: only the rows that have not ended at this commit
//   -- --untimed    what is late is no failure (npm test, on machines that do other things too)
//   -- --mutate     breaks the product in ways that the rows must notice; --only NAME for one row's
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openFinished, readCommit } from "../tests/faults/finished.ts";
import { rows } from "../tests/faults/list.ts";
import { runMutations } from "../tests/faults/run-mutations.ts";
import { hasHeld } from "../tests/faults/row.ts";
import { type RowResult, runRows } from "../tests/faults/run-rows.ts";
import { lineOf, tableOf } from "../tests/faults/table.ts";
import { buildIfNeeded } from "./start/build.ts";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { quick: flag, untimed: flag, mutate: flag, resume: flag, only: text, seed: text },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const commit = readCommit();
const size = values.quick ? "quick" : "full";
const chosen = rows.filter(({ name }) => !values.only || name === values.only);
if (chosen.length === 0) {
  console.error(`There is no row ${values.only}; there are ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
if (values.resume && !values.seed) {
  console.error("What is to be gone on with is found by its seed: --resume --seed N.");
  process.exit(1);
}
console.log(`Seed ${seed} (again with: npm run faults -- --seed ${seed})`);
await buildIfNeeded();
if (values.mutate) {
  const survivors = await runMutations(
    seed,
    ({ noticedBy }) => !values.only || Object.values(noticedBy).includes(values.only),
  );
  process.exit(survivors.length > 0 ? 1 : 0);
}

const startedAt = performance.now();
const finished = openFinished(`test-results/faults/${commit}-${size}-${seed}.json`);
const before = values.resume ? finished.of(chosen) : [];
await runRows(
  chosen.filter((row) => !before.some((result) => result.row === row)),
  {
    seed,
    isQuick: values.quick,
    tree: process.cwd(),
    onEnd(result) {
      finished.add(result);
      console.log(lineOf(result));
    },
  },
);
const results = finished.of(chosen);
if (results.length > 1) console.log(tableOf(results, `seed ${seed}, ${size} size, commit ${commit}`));
console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s in all`);
const isMissed = ({ verdict }: RowResult) => !hasHeld(verdict) || (!values.untimed && verdict.late.length > 0);
const failures = results.filter(isMissed).map(({ row }) => `fault run ${row.name}`);
const failed = failures.length;
const skipped = results.filter(({ verdict }) => verdict.skipped).length;
mkdirSync("test-results", { recursive: true });
writeFileSync(
  "test-results/faults.json",
  JSON.stringify({ passed: results.length - failed - skipped, failed, skipped, failures }),
);
process.exit(failed > 0 ? 1 : 0);
