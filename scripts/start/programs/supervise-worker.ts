import type { ChildProcess } from "node:child_process";
import { tellProgram } from "../child.ts";
import { logError } from "../log-line.ts";
import { supervise } from "./supervise.ts";

const checkMs = 5_000;
/**
 * The worker sends a heartbeat every 10 s. Health checks notice after 60 s, before it is replaced.
 */
const hungMs = 65_000;
const downMs = 180_000;

interface SupervisedWorker {
  /** Stops it permanently. */
  stop: () => Promise<void>;
  /** Call it when something is due before the next tick. */
  wake: () => void;
}

/**
 * Also restarts a worker that sends no heartbeat for a minute.
 * @param tellDown called with true after three minutes without any heartbeat, and with false at the
 * next one
 */
export function superviseWorker(
  launch: () => ChildProcess,
  tellDown: (isDown: boolean) => void,
): SupervisedWorker {
  let [silentMs, sinceLaunchMs] = [0, 0];
  let worker: ChildProcess;
  const stop = supervise("worker", () => {
    worker = launch();
    sinceLaunchMs = 0;
    worker.on("message", () => {
      if (silentMs >= downMs) tellDown(false);
      [silentMs, sinceLaunchMs] = [0, 0];
    });
    return worker;
  });

  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // After a pause of this process too, heartbeats may still be on their way.
    const passedMs = Math.min(now - checkedAt, 2 * checkMs);
    checkedAt = now;
    silentMs += passedMs;
    sinceLaunchMs += passedMs;
    if (silentMs >= downMs) tellDown(true);
    if (sinceLaunchMs < hungMs) return;
    logError("The worker has not responded for a minute.");
    sinceLaunchMs = 0;
    worker.kill("SIGKILL");
  }, checkMs);

  return {
    async stop() {
      clearInterval(timer);
      await stop();
    },
    wake: () => tellProgram(worker, { isDue: true }),
  };
}
