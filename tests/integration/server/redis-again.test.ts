import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { readInstanceId } from "#app/domain/instance/instance-id.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { withRedis } from "../../support/product/mila.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";
import { processRunning, listProcesses } from "./processes.ts";

const beside = { concurrent: true };

// A worker reports every ten seconds.
vi.setConfig({ testTimeout: 120_000 });

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

const troubles = [
  {
    what: "hung",
    begin: async (pid: number) => process.kill(pid, "SIGSTOP"),
    end: async (pid: number) => process.kill(pid, "SIGCONT"),
  },
  {
    what: "had no room",
    begin: (pid: number) => limitMemory(pid, "1"),
    end: (pid: number) => limitMemory(pid, "0"),
  },
];
test.runIf(hasRedis).for(troubles)(
  "Redis is used again over open connections after it $what",
  beside,
  async (trouble, { expect: { poll } }) => {
    await using twilio = await startFakeTwilio();
    await using mila = await startMilaWithDatabase({ ...withRedis, ...twilio.settings });
    const askReady = askReadiness(mila);
    const ready = async () => JSON.parse((await askReady()).text);
    await poll(ready, { timeout: 30_000 }).toEqual({ status: "ok" });
    const redis = processRunning("redis-server", listProcesses(mila.process.pid ?? 0));
    // The worker is connected and has read its queues, which others that share this Redis have not.
    const queues = () => ask(redis, (connection) => connection.keys("mila*:sms:meta"));
    const own = `mila:${await readInstanceId(mila.db)}:sms:meta`;
    await poll(queues, { timeout: 30_000 }).toEqual([own]);
    await trouble.begin(redis);
    try {
      await addDueReminder(mila.db, await newFamilyWithPhone(mila.db));
      await poll(() => twilio.messages().length, { timeout: 30_000 }).toBe(1);
      await poll(ready, { timeout: 30_000 }).toMatchObject({
        degraded: [expect.stringMatching("Redis")],
      });
    } finally {
      await trouble.end(redis);
    }
    await poll(ready, { timeout: 30_000 }).toEqual({ status: "ok" });
  },
);

async function limitMemory(pid: number, bytes: string): Promise<void> {
  await ask(pid, (connection) => connection.config("SET", "maxmemory", bytes));
}

async function ask<Answer>(
  pid: number,
  question: (connection: Redis) => Promise<Answer>,
): Promise<Answer> {
  const path = /unixsocket:(\S+)/.exec(
    readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "),
  )?.[1];
  const connection = new Redis({ path: path ?? "" });
  try {
    return await question(connection);
  } finally {
    connection.disconnect();
  }
}
