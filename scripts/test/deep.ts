// npm run test:deep: the slow checks, and in full what npm test runs in part.
//   -- NAME …   only these: properties, faults, mutations, guards, times, dev
// MILA_TEST_SEED=N repeats a random run.
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { testSeed } from "../../tests/support/runner/seed.ts";
import { noOnly, pages, tools, vitest } from "./all-parts.ts";
import type { Part } from "./part.ts";
import { printPart, printSummary, addUp } from "./report-results.ts";
import { readCounts } from "./reports.ts";
import { runParts } from "./run-parts.ts";
import { stopSignal } from "./stop-signal.ts";
import { setTestClock } from "./test-clock.ts";

setTestClock();
const startedAt = performance.now();
const cores = availableParallelism();
const names = process.argv.slice(2);
process.env.MILA_TEST_DEPTH = "full";
console.log(`Seed ${testSeed()}, ${cores} cores`);

const node = [process.execPath, "--disable-warning=ExperimentalWarning"];
const withProperties = globSync("tests/{unit,integration}/**/*.test.ts").filter((file) =>
  /support\/runner\/depth\.ts/.test(readFileSync(file, "utf8")),
);
const faultsReport = { file: "test-results/faults.json", read: readCounts };
const after = ["tools", "pages"];
const all: Part[] = [
  { ...vitest("properties", { cores, args: [...withProperties, noOnly] }), after },
  {
    name: "faults",
    command: [...node, "scripts/faults.ts", "--quick", "--untimed", "--seeds", "10"],
    cores,
    after,
    report: faultsReport,
    keepsFiles: true,
  },
  { name: "mutations", command: [...node, "scripts/faults.ts", "--mutate"], cores, after },
  { name: "guards", command: [...node, "scripts/attack/attack.ts", "--mutate"], cores, after },
  { name: "times", command: [...node, "tests/deep/same-time.ts"], cores, after },
  { name: "dev", command: [...node, "tests/deep/dev.ts"], cores, after: ["tools"] },
];
const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length < Math.max(1, new Set(names).size)) {
  console.error(`Choose from ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
// One at a time: each uses all cores.
const parts = [tools, pages, ...chosen.map((part) => ({ ...part, isShown: true }))];
const stop = stopSignal();
const results = await runParts(parts, cores, printPart, stop);
if (stop.aborted) process.exit(1);
printSummary(results, (performance.now() - startedAt) / 1_000);
process.exit(addUp(results).failed > 0 ? 1 : 0);
