import { useEffect } from "react";

declare global {
  interface Window {
    __remixManifest?: { routes: Record<string, { module: string } | undefined> };
  }
}

/**
 * Loads the scripts of routes that only act, ahead of the first press: Remix would load them then, and reload the page
 * when the connection has just gone.
 */
export function usePreloadedActions(routeIds: readonly string[]): void {
  useEffect(() => {
    for (const id of routeIds) {
      const url = window.__remixManifest?.routes[id]?.module;
      if (url) void import(/* @vite-ignore */ url);
    }
  }, [routeIds]);
}
