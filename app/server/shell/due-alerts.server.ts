import type { LoaderFunctionArgs } from "@remix-run/node";
import { type DueAlert, listDueAlerts } from "#app/domain/reminders/lists/due-alerts.server.ts";
import { database } from "#db/connection.server.ts";
import { forViewer } from "./for-viewer.server.ts";

interface LiveAlerts {
  dueAlerts: DueAlert[];
  /** The household's, from which the page listens for changes; null for visitors. */
  frameRevision: number | null;
}

export function loadDueAlerts(args: LoaderFunctionArgs): Promise<LiveAlerts> {
  return forViewer<LiveAlerts>(args, { dueAlerts: [], frameRevision: null }, async (viewer) => {
    return { dueAlerts: await listDueAlerts(database(), viewer), frameRevision: viewer.revision };
  });
}
