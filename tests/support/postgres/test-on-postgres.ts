// npm run test:postgres: runs the tests of the domain on PostgreSQL, and then small fault rows.
//   -- FILES and options of Vitest run these tests only
import { spawnSync } from "node:child_process";
import { startPostgres } from "./server.ts";

const chosen = process.argv.slice(2);
await using server = await startPostgres();
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"];
const tests = run([...vitest, "--project", "domain", ...chosen], {
  TEST_ONLY_POSTGRES: server.url,
});
const faults = ["scripts/faults.ts", "--postgres", "--quick", "--untimed"];
process.exitCode = tests || (chosen.length === 0 ? run(faults) : 0);

function run(line: string[], more: Record<string, string> = {}): number {
  const env = { ...process.env, ...more };
  return spawnSync(process.execPath, line, { stdio: "inherit", env }).status ?? 1;
}
