import { type ChildProcess, spawn } from "node:child_process";
import { compileCache } from "./compile-cache.ts";

/** Under 8 s, after which whoever stops us may lose patience. */
const patienceMs = 7_000;

/** Starts one of Mila's own programs as a process that ends with this one, and may send messages to it. */
export function startProgram(file: string, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
  });
}

/** Asks a process to end, makes it end after 7 s, and waits until it has. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await ended;
  clearTimeout(timer);
}
