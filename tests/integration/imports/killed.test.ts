import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { builtWorker } from "../../../scripts/start/built.ts";
import { startMila } from "../../support/product/mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { browserOf } from "../forms/forms-mila.ts";
import { listProcesses, processRunning } from "../server/processes.ts";
import { upload } from "./importing.ts";

// It starts the whole product, and a part of it twice.
vi.setConfig({ testTimeout: 180_000 });

const count = 600;

test("a worker that is killed goes on where it was, and each task comes once", async () => {
  await using mila = await startMila();
  const nora = browserOf(mila, await signedInFamily(mila));
  await using db = openDatabase(join(mila.dataFolder, "mila.db"));
  const countTasks = async () => {
    const { added } = await db
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll<number>().as("added"))
      .executeTakeFirstOrThrow();
    return added;
  };
  const titles = Array.from({ length: count }, (_, index) => `Task number ${index}`);
  await upload(nora, ["TYPE,CONTENT", ...titles.map((title) => `task,${title}`)].join("\n"));
  await nora.press("Import 600 tasks");
  await expect.poll(countTasks, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  const killed = processRunning(builtWorker, listProcesses(mila.process.pid ?? 0));
  process.kill(killed, "SIGKILL");
  expect(await countTasks()).toBeLessThan(count);
  await expect
    .poll(
      async () => {
        await nora.reload();
        return nora.heading;
      },
      { timeout: 120_000 },
    )
    .toBe("Imported");
  const rows = await db.selectFrom("tasks").select("title").execute();
  expect(rows.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
});
