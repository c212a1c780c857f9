import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noSettings } from "./no-settings.ts";

/** A running Mila whose data a test may change. */
export interface HasData {
  url: string;
  dataFolder: string;
}

export interface Mila extends HasData, AsyncDisposable {
  process: ChildProcess;
  output: () => string;
  /** Returns all output so far, including lines that lag behind the responses. */
  wholeOutput: () => Promise<string>;
}

/** Settings with which `npm start` finds redis-server. */
export const withRedis = { PATH: process.env.PATH ?? "" };

/**
 * Starts Mila without Redis, which costs more than most tests, unless the settings are `withRedis`.
 * Uses a free port and an empty data folder, which is removed at the end. Password hashes are cheap
 * unless `TEST_ONLY_CHEAP_PASSWORDS` is empty.
 * @param node the program to run it with
 */
export async function startMila(
  settings: Record<string, string> = {},
  node: string = process.execPath,
): Promise<Mila> {
  const dataFolder = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "mila-"));
  const { mila, output } = spawnStart(node, {
    DATA_DIR: dataFolder,
    PORT: "0",
    MILA_TIME_ZONE: "America/New_York",
    ...settings,
  });
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const port = /Mila is ready: \S+?(?::|  \(port )(\d+)\b/.exec(output())?.[1];
      if (!port) return;
      mila.stdout?.off("data", look);
      resolve(`http://127.0.0.1:${port}`);
    };
    mila.stdout?.on("data", look);
    mila.once("exit", (code) =>
      reject(new Error(`Mila ended (${code}) instead of starting:\n${output()}`)),
    );
  });
  return {
    url,
    dataFolder,
    process: mila,
    output,
    wholeOutput: () => readWhole(url, output),
    async [Symbol.asyncDispose]() {
      await stop(mila);
      if (!settings.DATA_DIR) rmSync(dataFolder, { recursive: true });
    },
  };
}

/** Log lines are in order: once the line of a new request is there, so are all earlier ones. */
async function readWhole(url: string, output: () => string): Promise<string> {
  const countRequests = () => output().split('"route":"/health/live"').length;
  const before = countRequests();
  await fetch(`${url}/health/live`);
  while (countRequests() === before) await sleep(10);
  return output();
}

export async function startExpectingFailure(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const { mila, output } = spawnStart(process.execPath, settings, ...args);
  const code = await new Promise<number | null>((resolve) => mila.once("close", resolve));
  return { code, output: output() };
}

function spawnStart(node: string, settings: Record<string, string>, ...args: string[]) {
  // With APP_URL set, Mila refuses cheap hashes.
  const cheapPasswords = { TEST_ONLY_CHEAP_PASSWORDS: settings.APP_URL ? "" : "yes" };
  const mila = spawn(node, ["scripts/start.js", ...args], {
    env: {
      ...process.env,
      ...noSettings,
      ...cheapPasswords,
      NODE_ENV: "production",
      PATH: "/nonexistent",
      VITEST: "",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const keep = (chunk: Buffer) => (written += String(chunk));
  mila.stdout.on("data", keep);
  mila.stderr.on("data", keep);
  return { mila, output: () => written };
}

function stop(mila: ChildProcess): Promise<void> {
  if (mila.exitCode !== null || mila.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    mila.once("exit", () => resolve());
    mila.kill("SIGTERM");
  });
}
