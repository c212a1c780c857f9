// npm run attack: attacks the built product as strangers and members of other households would.
//   -- --only NAME  one row
//   -- --seed N     repeats a run; the default is MILA_TEST_SEED or random
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { runVitest } from "../test/steps.ts";
import { setTestClock } from "../test/test-clock.ts";
import { formatTable, readRows } from "./table.ts";
import { suites } from "./suites.ts";
import { testSeed } from "../../tests/support/runner/seed.ts";
import { buildIfNeeded } from "../start/build.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string" },
  },
});
const { only } = values;
if (values.seed) process.env.MILA_TEST_SEED = values.seed;
const reportFile = "test-results/attack.json";

setTestClock();
await buildIfNeeded();
process.exit(attack());

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
