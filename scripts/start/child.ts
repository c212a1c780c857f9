import { type ChildProcess, spawn } from "node:child_process";
import { compileCache } from "./compile-cache.js";

/** A supervisor may kill this process after 8 s. */
const timeoutMs = 7_000;

/** A family's pages need little. Other heap flags would make Node compile its own modules again (`saveMemory`). */
const heapFlags = ["--max-semi-space-size=4"];

/** Node's own are not JSON, so each program logs them itself. */
export const noPlainWarnings = "--no-warnings";

export function startProgram(file: string, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...heapFlags, noPlainWarnings, file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
  });
}

/** `supervise` notices when the child has ended. Without a callback, the error would end this process. */
export function tellProgram(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => undefined);
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  await ended;
  clearTimeout(timer);
}
