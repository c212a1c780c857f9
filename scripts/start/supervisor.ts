// Runs the server, the worker and a private Redis, and restarts what ends. Loads as little as it
// can, because it keeps running.
import { collectWhenQuiet } from "#app/config/heap.server.ts";
import { builtWorker } from "./built.ts";
import { startProgram } from "./child.ts";
import { logError } from "./log-line.ts";
import { closeDatabases, keepOpen, requireOnlyInstance } from "./only-instance.ts";
import { readPrepared } from "./prepared.ts";
import { startPrivateRedis } from "./programs/redis.ts";
import { superviseWorker } from "./programs/supervise-worker.ts";
import { startWeb } from "./programs/web.ts";

process.on("uncaughtException", (error) => {
  logError("npm start crashed", error instanceof Error ? error : new Error(String(error)));
  process.exit(1);
});

const prepared = readPrepared();
const { only, dataFolder } = prepared;
if (only !== "worker") requireOnlyInstance(dataFolder);
if (prepared.hasDatabaseFile) keepOpen(dataFolder);

const stopping = new AbortController();
let web: ReturnType<typeof startWeb> | undefined;
let worker: ReturnType<typeof superviseWorker> | undefined;
// Redis takes a moment, and a signal may come in the meantime. It comes twice from npm, and from a
// terminal.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
const isAlone = only === "web" || prepared.hasRedis;
const starting = isAlone ? null : startPrivateRedis(dataFolder, stopping.signal);
const redis = await starting;
const privateRedis = redis ? { REDIS_URL: redis.url } : undefined;
if (!stopping.signal.aborted) {
  if (only === "worker") startWorker();
  else {
    web = startWeb(prepared, {
      privateRedis,
      // The worker starts after the server, which fails if another Mila has the port.
      onListening: only === "web" ? () => undefined : startWorker,
      onDue: () => worker?.wake(),
      onFailure: (exitCode) => void stop(exitCode),
    });
  }
}

collectWhenQuiet();
process.on("warning", (warning) => logError(String(warning)));

function startWorker(): void {
  if (stopping.signal.aborted) return;
  const launch = () => startProgram(builtWorker, logError, privateRedis);
  worker = superviseWorker(launch, (isWorkerDown) => web?.tell({ isWorkerDown }));
}

async function stop(exitCode: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await Promise.all([web?.stop(), worker?.stop()]);
  closeDatabases();
  await (await starting)?.stop();
  process.exit(exitCode);
}
