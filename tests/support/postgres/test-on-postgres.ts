// npm run test:postgres: the tests of the domain and of PostgreSQL, the journeys, and small fault
// rows, one after the other.
//   -- tests | journeys | faults   only this part; journeys may be followed by --shard=1/4
//   -- FILES                       these tests only, with options of Vitest; also after "tests"
//   -- journeys FILES              these journeys only, with options of Playwright
import { spawnSync } from "node:child_process";
import { startPostgres } from "./server.ts";

const [first = "", ...more] = process.argv.slice(2);
const parts = { tests: runTests, journeys: runJourneys, faults: runFaults };
await using server = await startPostgres();
process.exitCode = runChosen();

function runChosen(): number {
  if (Object.hasOwn(parts, first)) return parts[first as keyof typeof parts](...more);
  if (first) return runTests(first, ...more);
  return runTests() || runJourneys() || runFaults();
}

function runTests(...chosen: string[]): number {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"];
  const domain = () => run([...vitest, "--project", "domain", ...chosen]);
  if (chosen.length > 0) return run([...vitest, ...chosen]);
  return domain() || run([...vitest, "--project", "product", "tests/integration/postgres"]);
}

function runJourneys(...chosen: string[]): number {
  const playwright = ["node_modules/@playwright/test/cli.js", "test"];
  return (
    run(["tests/support/runner/install-tools.ts"]) ||
    run([...playwright, "--config", "tests/playwright.config.ts", ...chosen])
  );
}

/** Their rows start servers of their own. */
function runFaults(...chosen: string[]): number {
  return run(["scripts/faults.ts", "--postgres", "--quick", "--untimed", ...chosen], {});
}

function run(line: string[], settings = { TEST_ONLY_POSTGRES: server.url } as object): number {
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, line, { stdio: "inherit", env }).status ?? 1;
}
