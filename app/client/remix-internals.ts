// Everything we use of Remix and its router that they do not export. Nothing else names `__remix…` or replaces `fetch`
// (tests/unit/project/imports.test.ts); tests/e2e/with-javascript/remix-internals.spec.ts fails when Remix changes them.

/** True while a form's answer is on the page. The router drops it whenever it loads the page's data. */
export function hasActionData(): boolean {
  return Boolean(window.__remixRouter.state.actionData);
}

/**
 * Loads the scripts of routes before they are first needed. Remix loads them on the first press, and reloads the page
 * when there is no connection then.
 */
export function loadRouteScripts(routeIds: readonly string[]): void {
  for (const id of routeIds) {
    const url = window.__remixManifest.routes[id]?.module;
    // Where it cannot be loaded now, Remix loads it when it is needed.
    if (url) import(/* @vite-ignore */ url).catch(() => undefined);
  }
}

type Load = () => Promise<Response>;

/** Lets `handle` answer the router's requests for fresh data, made while nobody goes anywhere or sends anything. */
export function interceptBackgroundReloads(
  handle: (load: Load, signal?: AbortSignal | null) => Promise<Response>,
): void {
  const { fetch } = window;
  window.fetch = (resource, init) =>
    isDataRequest(resource) && isReloadingInBackground()
      ? handle(() => fetch(resource, init), init?.signal)
      : fetch(resource, init);
}

function isDataRequest(resource: RequestInfo | URL): boolean {
  return resource instanceof URL && resource.pathname.endsWith(".data");
}

function isReloadingInBackground(): boolean {
  const { revalidation, navigation, fetchers } = window.__remixRouter.state;
  const isSending = [...fetchers.values()].some(({ formMethod }) => formMethod);
  return revalidation === "loading" && navigation.state === "idle" && !isSending;
}
