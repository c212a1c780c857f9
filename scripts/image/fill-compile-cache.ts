// Starts Mila once in the image's build stage and stops it, as the user who will run it, because
// Node caches compiled code for each user. Where the cache cannot be written, Node still reads it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const readyLines = ["Mila is ready", '"msg":"worker ready"'];
const timeoutMs = 120_000;

const dataFolder = mkdtempSync(join(tmpdir(), "mila-"));
// The worker loads the Redis client, and works without it until Redis answers.
const env = {
  ...process.env,
  NODE_ENV: "production" as const,
  DATA_DIR: dataFolder,
  PORT: "0",
  REDIS_URL: "unix:/no-redis",
};
const mila = spawn(process.execPath, ["scripts/start.js"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
mila.stdout.on("data", (chunk: Buffer) => {
  output += chunk.toString();
  if (readyLines.every((line) => output.includes(line))) mila.kill();
});
const giveUp = setTimeout(() => mila.kill("SIGKILL"), timeoutMs);
const [code] = await once(mila, "exit");
clearTimeout(giveUp);
rmSync(dataFolder, { recursive: true });
if (code !== 0) throw new Error(`Mila did not start and stop:\n${output}`);
