import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "#db/connection.server.ts";
import { addTask } from "../support/records/add-task.ts";
import type { Mila } from "../support/product/mila.ts";
import { newFamily } from "../support/product/visitor.ts";
import { builtServer } from "../../scripts/start/built.ts";

const listenerCount = 1_000;
const measuredSeconds = 20;
/** Linux counts CPU time in hundredths of a second. */
const ticksASecond = 100;

/**
 * The share of a core for 1,000 open pages, idle and with a household change every second.
 * The pages are connections of this process.
 */
export async function listenerFigures(mila: Mila) {
  const family = await newFamily(mila);
  const taskId = await addTask(family, { title: "Order groceries" });
  const db = openDatabase(`${mila.dataFolder}/mila.db`);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const pid = findWebProcess(mila);
  let events = 0;
  const lines: IncomingMessage[] = [];
  for (let opened = 0; opened < listenerCount; opened += 1) {
    const request = get(`${mila.url}/events?revision=999999`, {
      agent,
      headers: {
        accept: "text/event-stream",
        cookie: `mila_session=${family.cookie("mila_session")}`,
      },
    });
    const [line] = (await once(request, "response")) as [IncomingMessage];
    line.on("data", (chunk: Buffer) => (events += String(chunk).includes("data:") ? 1 : 0));
    line.on("error", () => undefined);
    lines.push(line);
  }
  await wait(3_000);
  const idle = await measureCore(pid, () => wait(measuredSeconds * 1_000));
  events = 0;
  const { household_id } = await db
    .selectFrom("tasks")
    .select("household_id")
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const changing = await measureCore(pid, async () => {
    for (let second = 0; second < measuredSeconds; second += 1) {
      await db
        .updateTable("households")
        .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
        .where("id", "=", household_id)
        .execute();
      await wait(1_000);
    }
  });
  for (const line of lines) line.destroy();
  agent.destroy();
  await db.destroy();
  return {
    listeners: lines.length,
    "idle (% of a core)": idle,
    "a change each second (% of a core)": changing,
    "events a second": Math.round(events / measuredSeconds),
  };
}

async function measureCore(pid: number, run: () => Promise<unknown>): Promise<number> {
  const [before, startedAt] = [readTicks(pid), performance.now()];
  await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  return Math.round(((readTicks(pid) - before) / ticksASecond / seconds) * 1_000) / 10;
}

/** User and system time (proc(5), fields 14 and 15; the name in field 2 may contain spaces). */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function findWebProcess(mila: Mila): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (Number(parent) === mila.process.pid && command.includes(builtServer)) return Number(pid);
    } catch {
      // The process has ended.
    }
  }
  throw new Error("The web process is not found");
}
