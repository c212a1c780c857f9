import { interceptBackgroundReloads } from "../remix-internals.ts";

/** Dispatched on the window when the page's data could not be loaded in the background. */
export const reloadFailed = "mila-reload-failed";

/**
 * Keeps the page when loading its data in the background fails. The router would show its error page; instead its
 * request stays open until the next one replaces it.
 */
export function keepPageOverFailedReloads(): void {
  interceptBackgroundReloads(async (load, signal) => {
    try {
      const answer = await load();
      // Read to the end, since a connection can break halfway. A proxy's own answers lack the header.
      const body = await answer.arrayBuffer();
      if (answer.status < 500 && answer.headers.has("X-Remix-Response")) return new Response(body, answer);
    } catch {
      // There is no connection.
    }
    signal?.throwIfAborted();
    window.dispatchEvent(new Event(reloadFailed));
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
}
