import type { KeptChange, ToWorker } from "#app/domain/tasks/offline/limits.ts";
import type { SharedQuestion } from "#app/domain/tasks/offline/shared-input.ts";

const timeoutMs = 5_000;

/** Browsers have no service workers on plain HTTP. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** Tries to send the waiting changes first. */
export async function hasUnsent(): Promise<boolean> {
  // On a slow network, sending takes longer than the page waits.
  const kept = (await askWorker({ type: "send" })) ?? (await askWorker({ type: "list" }));
  return kept?.some(({ refused }) => refused === undefined) ?? false;
}

/** Returns the user's changes, or null without a service worker, as on plain HTTP. */
export async function askWorker(message: ToWorker): Promise<KeptChange[] | null> {
  return (await postToWorker<{ changes?: KeptChange[] }>(message))?.changes ?? null;
}

/** Returns null without a service worker, or if it doesn't answer. */
export function postToWorker<Answer>(message: ToWorker | SharedQuestion): Promise<Answer | null> {
  const worker = serviceWorkers()?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      resolve(data);
      port1.close();
    });
    port1.start();
    setTimeout(() => resolve(null), timeoutMs);
    worker.postMessage(message, [port2]);
  });
}
