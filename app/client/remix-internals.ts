// Uses Remix internals that are not exported. Only this file may name `__remix…` or replace `fetch`
// (tests/unit/project/imports.test.ts). tests/e2e/with-javascript/pages/remix-internals.spec.ts fails when they change.

/** The router drops action data whenever it reloads the page's data. */
export function hasActionData(): boolean {
  return Boolean(window.__remixRouter.state.actionData);
}

/** Preloads route scripts. Otherwise Remix loads them on the first press and, when offline, reloads the page. */
export function loadRouteScripts(routeIds: readonly string[]): void {
  for (const id of routeIds) {
    const url = window.__remixManifest.routes[id]?.module;
    // Remix tries again when the script is needed.
    if (url) import(/* @vite-ignore */ url).catch(() => undefined);
  }
}

type Load = () => Promise<Response>;

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
