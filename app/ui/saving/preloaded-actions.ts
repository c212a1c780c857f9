import type { ClientActionFunction } from "@remix-run/react";
import { useEffect } from "react";
import { addRouteActions } from "../remix-internals.ts";

/**
 * The `clientAction` of routes without a page, keyed by route id
 * (tests/integration/routes/preloaded-actions.test.ts).
 */
type RouteActions = Record<string, ClientActionFunction>;

/** @param folder under `app/`, such as "routes/tasks" */
export function routeActions(
  folder: string,
  names: string[],
  action: ClientActionFunction,
): RouteActions {
  return Object.fromEntries(names.map((name) => [`${folder}/${name}`, action]));
}

export function usePreloadedActions(actions: RouteActions): void {
  useEffect(() => addRouteActions(actions), [actions]);
}
