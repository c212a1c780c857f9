// Uses Remix internals that are not exported. Only this file may name `__remix…` or replace `fetch`
// (tests/unit/project/imports.test.ts). tests/e2e/with-javascript/pages/remix-internals.spec.ts
// fails when they change.

import type { ClientActionFunction } from "@remix-run/react";

/** The router drops action data whenever it reloads the page's data. */
export function hasActionData(): boolean {
  return Boolean(window.__remixRouter.state.actionData);
}

/** True while a form that navigates to the path is being sent. */
export function isLeavingFor(path: string): boolean {
  return window.__remixRouter.state.navigation.formAction === path;
}

/**
 * Without this, Remix loads a script for each action on its first press and, when offline, reloads
 * the page. Only for routes without a page: this stands in for their whole script.
 */
export function addRouteActions(actions: Record<string, ClientActionFunction>): void {
  for (const [id, clientAction] of Object.entries(actions)) {
    window.__remixRouteModules[id] ??= { default: () => null, clientAction };
  }
}

/** Fetches the scripts of pages with actions, but does not run them, which would block the page. */
export function preloadRouteScripts(routeIds: readonly string[]): void {
  const scripts = new Set(
    routeIds.flatMap((id) => {
      const { module, imports = [] } = window.__remixManifest.routes[id] ?? {};
      return module ? [module, ...imports] : [];
    }),
  );
  for (const href of scripts) {
    if (document.querySelector(`link[rel="modulepreload"][href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    );
  }
}

type Load = () => Promise<Response>;

export function interceptBackgroundReloads(
  handle: (load: Load, signal?: AbortSignal | null) => Promise<Response>,
): void {
  const { fetch } = window;
  window.fetch = (resource, init) => {
    const load = () => fetch(resource, init);
    if (!isDataRequest(resource)) return load();
    const isSending = init?.method !== undefined && init.method !== "GET";
    if (!isSending && isReloadingInBackground()) return handle(load, init?.signal);
    return requireRemix(load).catch((error: unknown) => {
      // A service worker answers even without a connection.
      const isAnswered =
        error instanceof ForeignAnswer || Boolean(navigator.serviceWorker?.controller);
      if (isOpeningPage() && isAnswered) return openAsDocument(error, init?.signal);
      throw error;
    });
  };
}

/** Thrown for a response of Mila's server before Remix, or of a proxy. */
export class ForeignAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered with ${status}`);
    this.status = status;
  }
}

async function requireRemix(load: Load): Promise<Response> {
  const answer = await load();
  if (!answer.ok && !answer.headers.has("X-Remix-Response")) throw new ForeignAnswer(answer.status);
  return answer;
}

/** True while the router follows a link. */
function isOpeningPage(): boolean {
  const { navigation } = window.__remixRouter.state;
  return navigation.state === "loading" && !navigation.formMethod;
}

function openAsDocument(error: unknown, signal?: AbortSignal | null): Promise<never> {
  const { location } = window.__remixRouter.state.navigation;
  if (signal?.aborted || !location) throw error;
  // Remix may reload the page too, because it has no script for the next one: it must do so at that
  // address.
  window.history.pushState(null, "", location.pathname + location.search);
  window.location.reload();
  return new Promise(() => undefined);
}

function isDataRequest(resource: RequestInfo | URL): boolean {
  return resource instanceof URL && resource.pathname.endsWith(".data");
}

function isReloadingInBackground(): boolean {
  const { revalidation, navigation } = window.__remixRouter.state;
  return revalidation === "loading" && navigation.state === "idle";
}
