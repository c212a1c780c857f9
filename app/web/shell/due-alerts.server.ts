import type { LoaderFunctionArgs } from "@remix-run/node";
import { type DueAlert, listDueAlerts } from "#app/domain/reminders/lists/due-alerts.server.ts";
import { database } from "#db/connection.server.ts";
import { getViewer } from "../session.server.ts";

/** Empty for visitors, and if it cannot be read: every page stands without it. */
export async function loadDueAlerts(args: LoaderFunctionArgs): Promise<DueAlert[]> {
  try {
    const viewer = await getViewer(args);
    return viewer ? await listDueAlerts(database(), viewer) : [];
  } catch (error) {
    args.context.logError(error);
    return [];
  }
}
