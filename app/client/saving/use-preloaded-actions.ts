import { useEffect } from "react";
import { loadRouteScripts } from "../remix-internals.ts";

/** Loads the scripts of the routes behind a page's buttons. */
export function usePreloadedActions(routeIds: readonly string[]): void {
  useEffect(() => loadRouteScripts(routeIds), [routeIds]);
}
