import type { ChildProcess } from "node:child_process";
import { stopProcess } from "../child.ts";
import { logError } from "../log-line.ts";

const restartDelayMs = 1_000;

/** Restarts the process whenever it exits. @returns a function that stops it permanently */
export function supervise(
  name: "server" | "worker",
  launch: () => ChildProcess,
): () => Promise<void> {
  let isStopping = false;
  let running = watch();

  function watch() {
    const child = launch();
    // By then all of its output has arrived.
    child.once("close", (code, signal) => {
      if (isStopping) return;
      logError(`The ${name} stopped (${signal ?? code}). Restarting it.`);
      setTimeout(() => !isStopping && (running = watch()), restartDelayMs);
    });
    return child;
  }

  return async () => {
    isStopping = true;
    await stopProcess(running);
  };
}
