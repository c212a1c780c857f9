import { Client } from "pg";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { newWire } from "../../support/postgres/wire.ts";
import { startMila } from "../../support/product/mila.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { builtWorker } from "../../../scripts/start/built.ts";
import { listProcesses, processRunning } from "../server/processes.ts";

test.skipIf(!isOnPostgres)(
  "a worker that starts while PostgreSQL is away or locked waits, and begins once it can",
  async () => {
    await using own = await emptyDatabase();
    const wire = await newWire(own.url);
    await wire.open();
    await using mila = await startMila({ DATABASE_URL: wire.url });
    const count = (words: string) => mila.output().split(words).length - 1;
    const killWorker = () =>
      process.kill(processRunning(builtWorker, listProcesses(mila.process.pid!)), "SIGKILL");
    await expect.poll(() => count("worker ready")).toBe(1);

    await wire.cut();
    killWorker();
    await expect.poll(() => count("this worker waits for the database")).toBe(1);
    await wire.open();
    await expect.poll(() => count("worker ready")).toBe(2);

    const other = new Client({ connectionString: own.url });
    await other.connect();
    // A change of everything that does not end.
    await other.query("begin; select pg_advisory_xact_lock(1)");
    killWorker();
    // A worker waits 10 s for a lock.
    await expect
      .poll(() => count("this worker waits for the database"), { timeout: 40_000 })
      .toBe(2);
    await other.end();
    await expect.poll(() => count("worker ready"), { timeout: 40_000 }).toBe(3);
    expect(count("The worker stopped (SIGKILL). Restarting it.")).toBe(2);
    expect(count("The worker stopped")).toBe(2);
    expect(mila.output()).not.toContain("crashed");
  },
);
