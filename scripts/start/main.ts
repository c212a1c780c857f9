import { buildIfNeeded, builtWorker } from "./build.ts";
import { startProgram } from "./child.ts";
import { prepareDatabase, prepareFolder } from "./data.ts";
import { fail } from "./fail.ts";
import { listMisspeltSettings } from "./misspelt-settings.ts";
import { requireOnlyInstance } from "./only-instance.ts";
import { startPrivateRedis } from "./redis.ts";
import { loadSettings } from "./settings.ts";
import { superviseWorker } from "./supervise-worker.ts";
import { startWeb } from "./web.ts";
import { listMissingSetup } from "./missing-setup.ts";

process.env.NODE_ENV ||= "production";
const only = process.argv[2];
if (only && only !== "web" && only !== "worker") fail(`unknown argument "${only}": use web, worker or nothing`);
const env = await loadSettings();
for (const line of listMisspeltSettings(process.env)) console.log(`\n${line}`);
prepareFolder(env.DATA_DIR);
if (only !== "worker") requireOnlyInstance(env.DATA_DIR);
await prepareDatabase(env);
await buildIfNeeded();

let isStopping = false;
const redis = only === "web" || env.REDIS_URL ? null : await startPrivateRedis(env.DATA_DIR);
const privateRedis = redis ? { REDIS_URL: redis.url } : undefined;
let worker: ReturnType<typeof superviseWorker> | undefined;
const startWorker = () => {
  if (isStopping) return;
  const launch = () => startProgram(builtWorker, privateRedis);
  worker = superviseWorker(launch, (isWorkerDown) => web?.tell({ isWorkerDown }));
};
const missingSetup = listMissingSetup(env);
// The worker starts after the server, which fails if another Mila has the port.
const onListening = only === "web" ? () => undefined : startWorker;
const web =
  only === "worker"
    ? undefined
    : startWeb(env, missingSetup, {
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
