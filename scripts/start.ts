// npm start: builds when needed, migrates, starts the server and the worker, and says where it is.
// `web` or `worker` as the only argument starts that one alone, for a machine each.
import { buildIfNeeded } from "./start/build.ts";
import { stopProcess } from "./start/child.ts";
import { prepareData } from "./start/data.ts";
import { startPrivateRedis } from "./start/redis.ts";
import { loadSettings } from "./start/settings.ts";
import { startWeb } from "./start/web.ts";
import { whatIsOff } from "./start/what-is-off.ts";
import { superviseWorker } from "./start/worker.ts";

process.env.NODE_ENV ||= "production";
const only = process.argv[2];
const env = await loadSettings();
await prepareData();
if (only !== "worker") await buildIfNeeded();

let isStopping = false;
const redis = only === "web" || env.REDIS_URL ? null : await startPrivateRedis(env.DATA_DIR);
let stopWorker: (() => Promise<void>) | undefined;
const startWorker = () => {
  if (!isStopping) stopWorker = superviseWorker(redis ? { REDIS_URL: redis.url } : {});
};
// After the server, which may find that it cannot start: another Mila has its port.
const onListening = only === "web" ? () => undefined : startWorker;
const web = only === "worker" ? null : startWeb(env, whatIsOff(env, Boolean(redis ?? env.REDIS_URL)), onListening);
if (!web) startWorker();

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([web && stopProcess(web), stopWorker?.()]);
  await redis?.stop();
  process.exit(exitCode);
}
web?.once("exit", (code) => void stop(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
