// npm run faults: kills real processes, breaks things, and checks that the promises hold.
//   -- --quick      a tenth of everything
//   -- --only NAME  one row
//   -- --postgres   on PostgreSQL, the rows that concern it
//   -- --seed N     repeats a run; the default is MILA_TEST_SEED or random
//   -- --seeds N    N runs with consecutive seeds
//   -- --resume     with the seed of an interrupted run: only the rows not finished at this commit
//   -- --shard N/M  this part of the rows
//   -- --untimed    does not fail late rows (for npm test on busy machines)
import { parseArgs } from "node:util";
import { openFinished, readCommit } from "../tests/faults/finished.ts";
import { rows, rowsOnPostgres } from "../tests/faults/list.ts";
import { writeReport } from "../tests/faults/report.ts";
import { statusOf } from "../tests/faults/row.ts";
import { runRows } from "../tests/faults/run-rows.ts";
import { formatLine, formatTable } from "../tests/faults/table.ts";
import { buildIfNeeded } from "./start/build.ts";
import { setTestClock } from "./test/test-clock.ts";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    quick: flag,
    postgres: flag,
    untimed: flag,
    resume: flag,
    only: text,
    seed: text,
    seeds: text,
    shard: text,
  },
});
const { only, quick: isQuick, untimed: isUntimed, postgres: isOnPostgres } = values;
const firstSeed = Number(
  values.seed ?? process.env.MILA_TEST_SEED ?? Math.floor(Math.random() * 1_000_000),
);
const seeds = Array.from({ length: Number(values.seeds ?? 1) }, (_, index) => firstSeed + index);
const commit = readCommit();
const size = (isQuick ? "quick" : "full") + (isOnPostgres ? "-postgres" : "");
const [part = 1, parts = 1] = values.shard?.split("/").map(Number) ?? [];
const isInShard = (at: number) => at % parts === part - 1;
const listed = isOnPostgres ? rowsOnPostgres : rows;
const chosen = listed.filter(({ name }, at) => (only ? name === only : isInShard(at)));
if (chosen.length === 0)
  fail(`Unknown row ${only}. Choose from ${listed.map(({ name }) => name).join(", ")}.`);
if (values.resume && commit.endsWith("-dirty"))
  fail("A run can only be resumed at a commit, without other changes.");
if (values.resume && !values.seed) fail("To resume a run, give its seed: --resume --seed N.");
if (Number.isNaN(firstSeed) || seeds.length === 0)
  fail("Seeds must be whole numbers, at least one.");

setTestClock();
await buildIfNeeded();
const outcomes = [];
for (const seed of seeds) outcomes.push(...(await runWith(seed)));
process.exit(writeReport("test-results/faults.json", outcomes) > 0 ? 1 : 0);

async function runWith(seed: number) {
  const again = [
    "--seed",
    seed,
    ...(isQuick ? ["--quick"] : []),
    ...(isOnPostgres ? ["--postgres"] : []),
  ].join(" ");
  console.log(`Fault runs, seed ${seed} (repeat with: npm run faults -- ${again})`);
  const startedAt = performance.now();
  const finished = openFinished(`test-results/faults/${commit}-${size}-${seed}.json`);
  const before = values.resume ? finished.resultsFor(chosen) : [];
  const left = chosen.filter((row) => !before.some((result) => result.row === row));
  await runRows(left, {
    seed,
    isQuick,
    isOnPostgres,
    onEnd(result) {
      finished.add(result);
      console.log(formatLine(result, isUntimed));
    },
  });
  const results = finished.resultsFor(chosen);
  if (!isQuick && results.length > 1)
    console.log(formatTable(results, `seed ${seed}, ${size} size, commit ${commit}`));
  console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s in total`);
  return results.map(({ row, verdict }) => ({
    name: `fault run ${row.name}, seed ${seed}`,
    status: statusOf(verdict, isUntimed),
  }));
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
