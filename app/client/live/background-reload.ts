/** Told on the window when the page could not be loaded anew in the background. */
export const reloadFailed = "mila-reload-failed";

/**
 * Loading the page anew in the background must not cost anybody the page: an answer that cannot be had leaves it as it
 * is. The router would put its error page there, and has no way to say otherwise; so it is kept waiting for the answer
 * until something else, such as the next try, takes the place of this one.
 */
export function keepPageOverFailedReloads(): void {
  const { fetch } = window;
  window.fetch = (resource, init) =>
    isBackgroundReload(resource) ? fetchOrWait(() => fetch(resource, init), init?.signal) : fetch(resource, init);
}

/** Of data, while nobody goes anywhere or sends anything. */
function isBackgroundReload(resource: RequestInfo | URL): boolean {
  if (!(resource instanceof URL && resource.pathname.endsWith(".data"))) return false;
  const { revalidation, navigation, fetchers } = window.__remixRouter.state;
  const isSending = [...fetchers.values()].some(({ formMethod }) => formMethod);
  return revalidation === "loading" && navigation.state === "idle" && !isSending;
}

async function fetchOrWait(load: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    const answer = await load();
    // Whole, since a connection can end halfway. A proxy's own answers lack the header.
    const body = await answer.arrayBuffer();
    if (answer.status < 500 && answer.headers.has("X-Remix-Response")) return new Response(body, answer);
  } catch {
    // There is no connection.
  }
  signal?.throwIfAborted();
  window.dispatchEvent(new Event(reloadFailed));
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}
