// Runs the server, the worker and a private Redis, and restarts what ends. Loads as little as it can: it stays for good.
import { builtWorker } from "./built.ts";
import { startProgram } from "./child.ts";
import { keepOpen, requireOnlyInstance } from "./only-instance.ts";
import { readPrepared } from "./prepared.ts";
import { startPrivateRedis } from "./redis.ts";
import { superviseWorker } from "./supervise-worker.ts";
import { startWeb } from "./web.ts";

const prepared = readPrepared();
const { only, dataFolder } = prepared;
if (only !== "worker") requireOnlyInstance(dataFolder);
keepOpen(dataFolder);

let isStopping = false;
const redis = only === "web" || prepared.hasRedis ? null : await startPrivateRedis(dataFolder);
const privateRedis = redis ? { REDIS_URL: redis.url } : undefined;
let worker: ReturnType<typeof superviseWorker> | undefined;
const startWorker = () => {
  if (isStopping) return;
  const launch = () => startProgram(builtWorker, privateRedis);
  worker = superviseWorker(launch, (isWorkerDown) => web?.tell({ isWorkerDown }));
};
// The worker starts after the server, which fails if another Mila has the port.
const onListening = only === "web" ? () => undefined : startWorker;
const web =
  only === "worker"
    ? undefined
    : startWeb(prepared, {
        privateRedis,
        onListening,
        onDue: () => worker?.wake(),
        onFailure: (exitCode) => void stop(exitCode),
      });
if (!web) startWorker();

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([web?.stop(), worker?.stop()]);
  await redis?.stop();
  process.exit(exitCode);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
