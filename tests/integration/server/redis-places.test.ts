import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRedisQueue } from "#jobs/redis/redis-queue.ts";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

test.runIf(hasRedis)(
  "texts without an answer keep only their own places, and are waited for at the end",
  async () => {
    using redis = startRedis();
    const [begun, ended]: [string[], string[]] = [[], []];
    const ending = new AbortController();
    const deliver = async (id: string) => {
      begun.push(id);
      // The provider answers while the queue is being closed.
      if (id.startsWith("silent")) await pause(60_000, undefined, ending).catch(() => pause(300));
      ended.push(id);
      return null;
    };
    const sender = { deliver, concurrency: () => 50, canBatch: () => true };
    const failures: unknown[] = [];
    const queue = createRedisQueue({ url: redis.url, prefix: "test" }, sender, (error) =>
      failures.push(error),
    );
    await expect.poll(() => queue.downSince(), { timeout: 10_000 }).toBeNull();
    const silent = Array.from({ length: 10 }, (_, index) => `silent-${index}`);
    // Each in a job of its own.
    for (const id of [...silent, "next"]) {
      await queue.enqueue([{ id, channel: "sms", attempts: 0, isUrgent: false }]);
    }
    await expect.poll(() => ended, { timeout: 10_000 }).toEqual(["next"]);
    expect(begun.toSorted()).toEqual(["next", ...silent]);

    ending.abort();
    await queue.close();
    expect(ended).toHaveLength(11);
    expect(failures).toEqual([]);
  },
);

function startRedis(): Disposable & { url: string } {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  const socket = join(folder, "redis.sock");
  const server = spawn("redis-server", ["--port", "0", "--unixsocket", socket, "--save", ""], {
    stdio: "ignore",
  });
  return {
    url: `unix:${socket}`,
    [Symbol.dispose]() {
      server.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}
