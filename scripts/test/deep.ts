// npm run test:deep: the slow checks, and at full size the random tests of npm test.
//   -- NAME …   only these: properties, faults, times, dev
// MILA_TEST_SEED=N repeats a random run.
import { globSync, readFileSync } from "node:fs";
import { testSeed } from "../../tests/support/runner/seed.ts";
import { printSummary, runStep, type Step, stopSignal } from "./run-step.ts";
import { faults, installTools, script, vitest } from "./steps.ts";
import { setTestClock } from "./test-clock.ts";

process.env.MILA_TEST_DEPTH = "full";
const properties = globSync("tests/{unit,integration}/**/*.test.ts").filter((file) =>
  readFileSync(file, "utf8").includes("support/runner/depth.ts"),
);
const all: Step[] = [
  { ...vitest(...properties), name: "properties" },
  faults("--seeds", "10"),
  script("times", "tests/deep/same-time.ts"),
  script("dev", "tests/deep/dev.ts"),
];
const names = process.argv.slice(2);
const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length < Math.max(1, new Set(names).size)) {
  console.error(`Choose from ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
setTestClock();
console.log(`Seed ${testSeed()}`);
const stop = stopSignal();
const results = [];
// Runs them one at a time, because each uses all cores.
for (const step of [installTools, ...chosen])
  results.push(await runStep({ ...step, isShown: true }, stop));
process.exit(!stop.aborted && printSummary(results) ? 0 : 1);
