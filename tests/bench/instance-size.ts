import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newInstallation } from "../faults/installation.ts";
import { seedReminders } from "../faults/reminders.ts";
import { type Mila, startMila, withRedis } from "../support/product/mila.ts";
import { median } from "./median.ts";
import { addTime, dashboardTime } from "./server-time.ts";

const [sizes, tasksEach, familyTasks, rounds] = [[1_000, 1_000_000], 200, 50, 3];

/**
 * A new family's pages on an instance with few tasks and on one with many, each task with a
 * reminder.
 */
export async function instanceSizeFigures() {
  await using stack = new AsyncDisposableStack();
  const instances = [];
  for (const tasks of sizes) {
    const mila = stack.use(await startWithTasks(tasks));
    instances.push({ tasks, mila, dashboard: [] as number[], adding: [] as number[] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { mila, dashboard, adding } of instances) {
      dashboard.push((await dashboardTime(mila, familyTasks)).p50);
      adding.push((await addTime(mila)).p50);
    }
  }
  return instances.map(({ tasks, dashboard, adding }) => ({
    "tasks in all": tasks,
    "dashboard, 50 tasks: p50 (ms)": median(dashboard),
    "adding a task: p50 (ms)": median(adding),
  }));
}

async function startWithTasks(count: number): Promise<Mila> {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  {
    await using installation = await newInstallation(folder);
    await seedReminders(installation.db, count, { eachPerson: tasksEach });
  }
  const mila = await startMila({ ...withRedis, DATA_DIR: folder });
  const end = mila[Symbol.asyncDispose].bind(mila);
  return {
    ...mila,
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}
