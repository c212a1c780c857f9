import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { listProcesses } from "../integration/server/processes.ts";
import { readMemory } from "../support/product/memory.ts";
import { startMila, withRedis } from "../support/product/mila.ts";
import { familyWithTasks } from "./family.ts";

const [idleSeconds, loadSeconds] = [60, 30];

/**
 * What each process of `npm start` uses a minute after its start, and after half a minute of
 * dashboards. It runs on a copy of Node: other programs would share the original's memory.
 */
export async function memoryFigures(): Promise<Record<string, Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  const node = join(folder, "node");
  copyFileSync(process.execPath, node);
  try {
    await using mila = await startMila({ ...withRedis }, node);
    const read = () => readMemory(listProcesses(mila.process.pid ?? 0));
    await pause(idleSeconds * 1_000);
    const idle = read();
    const visitor = await familyWithTasks(mila, 50);
    const headers = {
      cookie: `mila_session=${visitor.cookie("mila_session")}`,
      "accept-encoding": "gzip",
    };
    const load = { url: `${mila.url}/dashboard`, connections: 8, duration: loadSeconds, headers };
    if ((await autocannon(load)).non2xx > 0) throw new Error("Some pages failed");
    const loaded = read();
    return Object.fromEntries(
      Object.keys(idle).map((name) => [
        name,
        { "idle (MB)": idle[name] ?? 0, "after load (MB)": loaded[name] ?? 0 },
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
