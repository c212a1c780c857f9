import { useEffect } from "react";
import { afterStart } from "../kit/after-start.ts";
import { preloadRouteScripts } from "../remix-internals.ts";

/** Pages that the dashboard opens as dialogs or sends a card's form to. */
export const cardPages = ["routes/tasks/confirm", "routes/tasks/reminders/reminders"];

export function usePreloadedPages(routeIds: readonly string[]): void {
  useEffect(() => afterStart(() => preloadRouteScripts(routeIds)), [routeIds]);
}
