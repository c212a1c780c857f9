import { type ChildProcess, spawn } from "node:child_process";
import { compileCache } from "./compile-cache.js";

/** A supervisor may kill this process after 8 s. */
const timeoutMs = 7_000;

/** A family's pages need little. Other heap flags would make Node compile its own modules again (`saveMemory`). */
const heapFlags = ["--max-semi-space-size=4"];

/** V8 writes its last words line by line. */
const togetherMs = 100;

/** Node's own are not JSON, so each program logs them itself. */
export const noPlainWarnings = "--no-warnings";

/** @param say gets what is written beside the log, such as V8's words when memory is out */
export function startProgram(
  file: string,
  say: (words: string) => void,
  settings: Record<string, string> = {},
): ChildProcess {
  const child = spawn(process.execPath, [...heapFlags, noPlainWarnings, file], {
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
