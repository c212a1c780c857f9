// npm start: builds if needed, migrates, starts server and worker, and prints the address.
//   web or worker   starts only that one; both need the same REDIS_URL and data folder
import { enableCompileCache } from "node:module";
import { buildIfNeeded } from "./start/build.ts";
import { startProgram } from "./start/child.ts";
import { compileCache } from "./start/compile-cache.ts";
import { prepareData } from "./start/data.ts";
import { fail } from "./start/fail.ts";
import { startPrivateRedis } from "./start/redis.ts";
import { loadSettings } from "./start/settings.ts";
import { supervise } from "./start/supervise.ts";
import { startWeb } from "./start/web.ts";
import { listMissingSetup } from "./start/missing-setup.ts";

process.env.NODE_ENV ||= "production";
enableCompileCache(compileCache);
const only = process.argv[2];
if (only && only !== "web" && only !== "worker") fail(`unknown argument "${only}": use web, worker or nothing`);
const env = await loadSettings();
await prepareData();
if (only !== "worker") await buildIfNeeded();

let isStopping = false;
const redis = only === "web" || env.REDIS_URL ? null : await startPrivateRedis(env.DATA_DIR);
let stopWorker: (() => Promise<void>) | undefined;
const startWorker = () => {
  if (isStopping) return;
  stopWorker = supervise("worker", () => startProgram("jobs/worker.ts", redis ? { REDIS_URL: redis.url } : {}));
};
const missingSetup = listMissingSetup(env);
// The worker starts after the server, which fails if another Mila has the port.
const onListening = only === "web" ? () => undefined : startWorker;
const stopWeb =
  only === "worker"
    ? undefined
    : startWeb(env, missingSetup, { onListening, onFailure: (exitCode) => void stop(exitCode) });
if (!stopWeb) startWorker();

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([stopWeb?.(), stopWorker?.()]);
  await redis?.stop();
  process.exit(exitCode);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
