// npm test: installs missing tools and runs every check.
//   -- tests/integration/calendar   only this folder or file
//   -- "undo"                       only files or tests with this in their name
//   -- --changed                    only what the uncommitted change affects
// MILA_TEST_SEED=N repeats a random run; MILA_TEST_NOW=2028-02-29 runs on that day.
import { availableParallelism } from "node:os";
import { testSeed } from "../tests/support/runner/seed.ts";
import { allParts } from "./test/all-parts.ts";
import { changedParts } from "./test/changed-parts.ts";
import { chosenParts } from "./test/chosen-parts.ts";
import { printNotRun, printPart, printSummary, addUp } from "./test/report-results.ts";
import { runParts } from "./test/run-parts.ts";
import { stopSignal } from "./test/stop-signal.ts";
import { setTestClock } from "./test/test-clock.ts";

setTestClock();
const startedAt = performance.now();
const cores = availableParallelism();
const args = process.argv.slice(2);
console.log(`Seed ${testSeed()}, ${cores} cores`);

const unknown = args.filter((arg) => arg.startsWith("-") && arg !== "--changed");
const isChanged = args.includes("--changed");
if (unknown.length > 0)
  fail(`Unknown option ${unknown.join(" ")}: give a folder, file or name, or --changed.`);
if (isChanged && args.length > 1)
  fail("--changed chooses the tests itself: give nothing beside it.");
if (args.some((arg) => !arg.trim())) fail("Give a folder, file or name that is not empty.");
const parts = isChanged
  ? changedParts(cores)
  : args.length > 0
    ? chosenParts(args, cores)
    : allParts(cores);
if (parts.length === 0 && isChanged) {
  console.log("Nothing has changed.");
  process.exit();
}
if (parts.length === 0)
  fail(
    `No test matches ${args.join(" or ")}. Give words of a title as the test file has them, without values filled in later.`,
  );
const stop = stopSignal();
const results = await runParts(parts, cores, printPart, stop);
if (stop.aborted) process.exit(1);
if (args.length === 0) printNotRun();
printSummary(results, (performance.now() - startedAt) / 1_000);
const { passed, failed } = addUp(results);
if (passed + failed === 0) fail("No test ran.");
process.exit(failed > 0 ? 1 : 0);

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
