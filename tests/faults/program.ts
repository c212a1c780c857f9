import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtServer, builtWorker } from "../../scripts/start/built.ts";
import type { Installation } from "./installation.ts";

/** A product process that can be killed. */
export interface Program extends AsyncDisposable {
  pid: number;
  /** Rejected if it ends before. */
  ready: Promise<ReadyMessage>;
  isRunning: () => boolean;
  ended: Promise<unknown>;
  /** By SIGKILL. */
  kill: () => Promise<void>;
  /** By SIGTERM. Returns the milliseconds it took. */
  stop: () => Promise<number>;
}

type ReadyMessage = {
  ready?: boolean;
  listening?: number;
  settings?: Record<string, string>;
  origin?: string;
};

/**
 * Starts a product file with this Node, logging to output.log in the data folder.
 * @param before a wrapper command (strace, faketime)
 */
export function startProgram(
  { folder, logFolder = folder, settings }: Installation,
  [file = "", ...args]: string[],
  { more = {}, before = [] }: { more?: Record<string, string>; before?: string[] } = {},
): Program {
  const logFile = join(logFolder, "output.log");
  const output = openSync(logFile, "a");
  const preload = more.FAULT_KILL_AT
    ? ["--import", new URL("kill-at-step.ts", import.meta.url).pathname]
    : [];
  const line = [
    ...before,
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    ...preload,
    file,
    ...args,
  ];
  const child = spawn(line[0] ?? "", line.slice(1), {
    stdio: ["ignore", output, output, "ipc"],
    env: { ...settings, ...more, NODE_ENV: "production" },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise<ReadyMessage>((resolve, reject) => {
    const failed = () =>
      reject(new Error(`${file} ended before it was ready:\n${lastLines(logFile)}`));
    child.once("exit", failed).once("message", (message) => {
      child.off("exit", failed);
      resolve(message as ReadyMessage);
    });
  });
  ready.catch(() => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  async function end(signal: NodeJS.Signals): Promise<number> {
    const startedAt = performance.now();
    if (isRunning()) child.kill(signal);
    await ended;
    return performance.now() - startedAt;
  }
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    isRunning,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void (await end("SIGKILL")),
  };
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-10).join("\n");
}

export async function startWorker(
  installation: Installation,
  ...how: ProgramOptions
): Promise<Program> {
  const worker = startProgram(installation, [builtWorker], ...how);
  await worker.ready;
  return worker;
}

export async function startWeb(
  installation: Installation,
  ...how: ProgramOptions
): Promise<Program & { url: string }> {
  const web = startProgram(installation, [builtServer], ...how);
  const { listening } = await web.ready;
  return { ...web, url: `http://127.0.0.1:${listening}` };
}

type ProgramOptions = [options?: Parameters<typeof startProgram>[2]];
