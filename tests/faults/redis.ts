import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Installation } from "./installation.ts";
import { until } from "./waiting.ts";

/** A redis-server with the flags of scripts/start/programs/redis.ts. */
export interface RedisServer extends AsyncDisposable {
  start: () => Promise<void>;
  kill: () => Promise<void>;
  signal: (signal: "SIGSTOP" | "SIGCONT") => void;
  /** Waiting SMS jobs. */
  countWaiting: () => Promise<number>;
  /** Deletes everything. Returns the number of SMS jobs that were waiting. */
  flush: () => Promise<number>;
}

const waitingTexts = "mila:*:sms:prioritized";

const hasRedis = spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

/** Points the installation's workers to a redis-server; null without one installed. */
export async function startRedis(
  installation: Installation,
  isUp: boolean = true,
): Promise<RedisServer | null> {
  if (!hasRedis) return null;
  // Redis refuses long socket paths.
  const runFolder = mkdtempSync(join(tmpdir(), "mila-"));
  const socket = join(runFolder, "redis.sock");
  installation.settings.REDIS_URL = `unix:${socket}`;
  let server: ChildProcess | null = null;
  process.once("exit", () => server?.kill("SIGKILL"));
  const redis: RedisServer = {
    async start() {
      server = launch(socket, join(installation.folder, "redis"));
      await until(() => answers(socket));
    },
    async kill() {
      if (!server) return;
      const ended = new Promise((resolve) => server?.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      server = null;
    },
    signal: (signal) => void server?.kill(signal),
    countWaiting: () => ask(socket, countIn),
    flush: () =>
      ask(socket, async (connection) => {
        const waiting = await countIn(connection);
        await connection.flushall();
        return waiting;
      }),
    async [Symbol.asyncDispose]() {
      await redis.kill();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
  if (isUp) await redis.start();
  return redis;
}

/**
 * Waits until this many workers report that they use Redis, which takes a while on a busy machine.
 */
export async function untilUsed(db: Kysely<Database>, workers: number): Promise<void> {
  const users = db
    .selectFrom("workers")
    .select("id")
    .where("queue", "=", "redis")
    .where("beat_at", ">", nowIso());
  await until(async () => (await users.execute()).length === workers);
}

function launch(socket: string, folder: string): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const flags = {
    port: 0,
    unixsocket: socket,
    unixsocketperm: 700,
    dir: folder,
    save: "",
    appendonly: "yes",
  };
  const rest = { appendfsync: "everysec", "maxmemory-policy": "noeviction", loglevel: "warning" };
  const line = Object.entries({ ...flags, ...rest }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  return spawn("redis-server", line, { stdio: "ignore" });
}

async function countIn(connection: Redis): Promise<number> {
  const [queue] = await connection.keys(waitingTexts);
  return queue ? connection.zcard(queue) : 0;
}

async function answers(socket: string): Promise<boolean> {
  return ask(socket, (connection) => connection.ping()).then(
    () => true,
    () => false,
  );
}

async function ask<Answer>(
  socket: string,
  question: (connection: Redis) => Promise<Answer>,
): Promise<Answer> {
  const connection = new Redis({ path: socket, lazyConnect: true, retryStrategy: () => null });
  connection.on("error", () => undefined);
  try {
    await connection.connect();
    return await question(connection);
  } finally {
    connection.disconnect();
  }
}
