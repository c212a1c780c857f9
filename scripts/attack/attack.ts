// npm run attack: attacks the built product as strangers and members of other households would.
//   -- --only NAME  one row
//   -- --seed N     repeats a run; the default is MILA_TEST_SEED or random
//   -- --mutate     removes guards, one at a time, and runs the test that must notice; --only WORDS for some
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { runVitest } from "../test/steps.ts";
import { setTestClock } from "../test/test-clock.ts";
import { formatTable, readRows } from "./table.ts";
import { suites } from "./suites.ts";
import { guardMutations } from "../../tests/integration/attack/mutations.ts";
import { runGuardMutations } from "../../tests/integration/attack/run-mutations.ts";
import { testSeed } from "../../tests/support/runner/seed.ts";
import { buildIfNeeded } from "../start/build.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string" },
    mutate: { type: "boolean", default: false },
  },
});
const { only } = values;
if (values.seed) process.env.MILA_TEST_SEED = values.seed;
const reportFile = "test-results/attack.json";

setTestClock();
await buildIfNeeded();
process.exit(values.mutate ? await mutate() : attack());

async function mutate(): Promise<number> {
  const chosen = guardMutations.filter(({ name }) => !only || name.includes(only));
  if (chosen.length === 0) return fail(`There is no mutation with “${only}” in its name.`);
  return (await runGuardMutations(chosen)) > 0 ? 1 : 0;
}

function attack(): number {
  console.log(`Attack, seed ${testSeed()} (repeat with: npm run attack -- --seed ${testSeed()})`);
  mkdirSync("test-results", { recursive: true });
  rmSync(reportFile, { force: true });
  const files = only ? [] : Object.values(suites).flat();
  const title = only ? ["-t", `^${only.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`] : [];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const [vitest = "", ...line] = [
    ...runVitest,
    ...reporters,
    "tests/integration/attack/",
    ...files,
    ...title,
  ];
  const env = { ...process.env, MILA_TEST_DEPTH: "full" };
  const { status, error } = spawnSync(vitest, line, { stdio: "inherit", env });
  if (error) throw error;
  const rows = readRows(readFileSync(reportFile, "utf8"), !only);
  if (rows.length === 0) return fail(`There is no row ${only}.`);
  console.log(formatTable(rows, testSeed()));
  return status ?? 1;
}

function fail(why: string): number {
  console.error(why);
  return 1;
}
