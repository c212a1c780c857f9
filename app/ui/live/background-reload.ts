import { interceptBackgroundReloads } from "../remix-internals.ts";

export const reloadFailed = "mila-reload-failed";

/**
 * Never resolves a failed reload, because the router would replace the page with its error page.
 */
export function keepPageOnFailedReload(): void {
  interceptBackgroundReloads(async (load, signal) => {
    try {
      const answer = await load();
      // A connection can break halfway, and a proxy's own responses lack the header.
      const body = await answer.arrayBuffer();
      if (answer.status < 500 && answer.headers.has("X-Remix-Response"))
        return new Response(body, answer);
    } catch {
      // There is no connection.
    }
    signal?.throwIfAborted();
    window.dispatchEvent(new Event(reloadFailed));
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason)),
    );
  });
}
