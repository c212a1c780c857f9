import { startProgram, stopProcess } from "./child.ts";

const restartAfterMs = 1_000;

/** Runs the worker as a process of its own, and starts it again when it dies. Returns how to stop it. */
export function superviseWorker(settings: Record<string, string>): () => Promise<void> {
  let isStopping = false;
  let worker = launch();

  function launch() {
    const child = startProgram("jobs/worker.ts", settings);
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      console.error(`The worker ended (${signal ?? code}); it starts again.`);
      setTimeout(() => !isStopping && (worker = launch()), restartAfterMs);
    });
    return child;
  }

  return async () => {
    isStopping = true;
    await stopProcess(worker);
  };
}
