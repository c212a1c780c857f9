// npm run test:caldav: real calendar programs against the built product, which it installs if they
// are missing: vdirsyncer, todoman and Debian's Python library. tsdav is a package of the tests.
//   -- todoman       only files with this in their name
//   -- --changes N   how many random changes keep two sides busy; 1,000 by default
//   -- --seed N      repeats a run; the default is MILA_TEST_SEED or random
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { canInstallFromDebian, installFromDebian, isInstalled } from "../support/runner/debian.ts";

const packages = ["vdirsyncer", "todoman", "python3-caldav"];

const canImport = () => spawnSync("/usr/bin/python3", ["-c", "import caldav"]).status === 0;
const isComplete = () => ["vdirsyncer", "todoman"].every(isInstalled) && canImport();

const { values, positionals } = parseArgs({
  options: { changes: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});

if (!isComplete() && canInstallFromDebian()) installFromDebian(() => packages);
if (!isComplete()) {
  console.error(`These tests need Debian's ${packages.join(", ")}, which could not be installed.`);
  process.exit(1);
}
const vitest = ["node_modules/.bin/vitest", "run", "--config=tests/caldav/vitest.config.ts"];
const [command = "", ...args] = [...vitest, ...positionals];
const env = {
  ...process.env,
  ...(values.changes && { CALDAV_CHANGES: values.changes }),
  ...(values.seed && { MILA_TEST_SEED: values.seed }),
};
process.exit(spawnSync(command, args, { stdio: "inherit", env }).status ?? 1);
