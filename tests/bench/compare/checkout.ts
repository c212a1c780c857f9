import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `npm start` in a checkout, with an empty data folder. The first start builds the checkout.
 */
export async function startCheckout(
  folder: string,
): Promise<AsyncDisposable & { url: string; dataFolder: string }> {
  const [port, dataFolder] = [await freePort(), mkdtempSync(join(tmpdir(), "mila-bench-"))];
  const settings = {
    PORT: String(port),
    DATA_DIR: dataFolder,
    MILA_TIME_ZONE: "America/New_York",
    CHANGES_A_DAY: "10000000",
  };
  const mila = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, ...settings, TEST_ONLY_CHEAP_PASSWORDS: "yes" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  // Mila would block on a full pipe.
  mila.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await isLive(url))) {
    if (mila.exitCode !== null)
      throw new Error(`npm start in ${folder} ended with ${mila.exitCode}`);
    await pause(200);
  }
  return {
    url,
    dataFolder,
    async [Symbol.asyncDispose]() {
      process.kill(-mila.pid!, "SIGTERM");
      await once(mila, "exit");
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function isLive(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
