import { type ChildProcess, spawn } from "node:child_process";
import { compileCache } from "./compile-cache.js";

/** A supervisor may kill this process after 8 s. */
const timeoutMs = 7_000;

/**
 * A family's pages need little memory. Other heap flags would make Node compile its own modules
 * again (`saveMemory`).
 */
const heapFlags = ["--max-semi-space-size=4"];

/** V8 writes a fatal error line by line, so its lines are collected for this time. */
const togetherMs = 100;

/** Node's warnings are not JSON, so each program logs them itself. */
export const noWarningsFlag = "--no-warnings";

/** @param say gets the output beside the log, such as V8's error when memory is exhausted */
export function startProgram(
  file: string,
  say: (words: string) => void,
  settings: Record<string, string> = {},
): ChildProcess {
  const child = spawn(process.execPath, [...heapFlags, noWarningsFlag, file], {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
  });
  let words = "";
  const sayAll = () => {
    if (words.trim()) say(words.trim());
    words = "";
  };
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    if (!words) setTimeout(sayAll, togetherMs).unref();
    words += more;
  });
  child.stderr?.once("end", sayAll);
  return child;
}

/**
 * `supervise` handles the end of the child. Without a callback, the error would end this process.
 */
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
