// Measures one part of the checkout in the working directory, by its own bench modules, and prints
// the figures as JSON.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf } from "./memory.ts";

export type Figures = Record<string, number>;

/** Wherever an older checkout builds them. */
const [server, worker] = ["/server.js", "/worker.js"];
const idleMs = 3_000;
const cheap = { TEST_ONLY_CHEAP_PASSWORDS: "yes" };
const redisPath = { PATH: process.env.PATH ?? "" };

const parts: Record<string, () => Promise<Figures>> = { start, messages };
const part = parts[process.argv[2] ?? ""];
if (!part) throw new Error(`measure.ts ${Object.keys(parts).join("|")}`);
console.log(JSON.stringify(await part()));

/** The second start of an installation: built, migrated and compiled by the first. */
async function start(): Promise<Figures> {
  const { startMila }: typeof import("../../support/product/mila.ts") = await import(
    resolve("tests/support/product/mila.ts")
  );
  const settings = { ...cheap, ...redisPath, DATA_DIR: mkdtempSync(join(tmpdir(), "mila-bench-")) };
  try {
    {
      await using first = await startMila(settings);
      await waitForWorker(first);
    }
    const startedAt = performance.now();
    await using mila = await startMila(settings);
    const pagesMs = performance.now() - startedAt;
    await waitForWorker(mila);
    const workerMs = performance.now() - startedAt;
    await pause(idleMs);
    return {
      "start: pages (ms)": Math.round(pagesMs),
      "start: worker (ms)": Math.round(workerMs),
      "idle: npm start (MB)": memoryOf(mila.process.pid),
      "idle: server (MB)": memoryOf(mila.process.pid, server),
      "idle: worker (MB)": memoryOf(mila.process.pid, worker),
    };
  } finally {
    rmSync(settings.DATA_DIR, { recursive: true });
  }
}

/** Waits for the worker, which starts after the server. */
async function waitForWorker(mila: { output: () => string }): Promise<void> {
  while (!/worker (is )?ready/.test(mila.output())) await pause(5);
}

async function messages(): Promise<Figures> {
  const { deliveryFigures }: typeof import("../deliveries.ts") = await import(
    resolve("tests/bench/deliveries.ts")
  );
  const withRedis = await deliveryFigures({ withRedis: true });
  const alone = await deliveryFigures({ withRedis: false });
  return {
    "messages a second, Redis": withRedis["a second"],
    "messages a second, database": alone["a second"],
    "100 a second: p99 late, Redis (ms)": withRedis["100 a second: p99 late (ms)"],
    "100 a second: p99 late, database (ms)": alone["100 a second: p99 late (ms)"],
  };
}
