// npm run test:postgres: runs the tests of the domain on PostgreSQL.
//   -- FILES and options of Vitest run these only
import { spawnSync } from "node:child_process";
import { startPostgres } from "./server.ts";

await using server = await startPostgres();
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--project",
    "domain",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: { ...process.env, TEST_ONLY_POSTGRES: server.url } },
);
process.exitCode = status ?? 1;
