import { useEffect } from "react";
import { loadRouteScripts } from "../remix-internals.ts";

export function usePreloadedActions(routeIds: readonly string[]): void {
  useEffect(() => loadRouteScripts(routeIds), [routeIds]);
}
