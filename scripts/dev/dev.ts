// npm run dev: server and worker with reload, fakes for the providers, and a page that shows what
// they received.
import { spawn } from "node:child_process";
import { startStandIns } from "./stand-ins.ts";
import { stopProcess } from "../start/child.ts";
import { prepareDatabase, prepareFolder } from "../start/data.ts";
import { requireOnlyInstance } from "../start/only-instance.ts";
import { announceAddress } from "../start/running-address.ts";
import { startPrivateRedis } from "../start/programs/redis.ts";
import { loadSettings } from "../start/settings/load-settings.ts";

const inbox = await startStandIns();
const env = await loadSettings("development");
prepareFolder(env.DATA_DIR);
requireOnlyInstance(env.DATA_DIR);
await prepareDatabase(env);

const stopping = new AbortController();
const redis = env.REDIS_URL ? null : await startPrivateRedis(env.DATA_DIR, stopping.signal);
if (redis) process.env.REDIS_URL = redis.url;

const start = (...args: string[]) =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], { stdio: "inherit" });
const watched = ["app/server/express", "app/server.ts", "app/config"].map(
  (path) => `--watch-path=${path}`,
);
const web = start(...watched, "app/server.ts");
const worker = start("--watch", "--watch-preserve-output", "jobs/worker.ts");

async function stop(exitCode: number): Promise<void> {
  stopping.abort();
  await Promise.all([stopProcess(web), stopProcess(worker)]);
  await redis?.stop();
  process.exit(exitCode);
}
web.once("exit", (code) => void stop(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
const origin = env.APP_URL ?? `http://localhost:${env.PORT}`;
announceAddress(env.DATA_DIR, origin);
console.log(`\nMila, in development: ${origin}`);
console.log(`Read and answer what Mila sends: ${inbox}\n`);
