import type { KeptChange, ToWorker } from "#app/domain/tasks/offline/limits.ts";

const timeoutMs = 5_000;

/** Tries to send the waiting changes first. */
export async function hasUnsent(): Promise<boolean> {
  // On a slow network, sending takes longer than the page waits.
  const kept = (await askWorker({ type: "send" })) ?? (await askWorker({ type: "list" }));
  return kept?.some(({ refused }) => refused === undefined) ?? false;
}

/** Returns the user's changes, or null without a service worker, as on plain HTTP. */
export function askWorker(message: ToWorker): Promise<KeptChange[] | null> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- plain http has none
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }: MessageEvent<{ changes?: KeptChange[] }>) => {
      resolve(data.changes ?? null);
      port1.close();
    });
    port1.start();
    setTimeout(() => resolve(null), timeoutMs);
    worker.postMessage(message, [port2]);
  });
}
