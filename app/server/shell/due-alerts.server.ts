import type { LoaderFunctionArgs } from "@remix-run/node";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { type DueAlert, listDueAlerts } from "#app/domain/reminders/lists/due-alerts.server.ts";
import { database } from "#db/connection.server.ts";
import { isForCopy } from "./copy.server.ts";
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

/** In the viewer's time zone: a copy says how old it is. Undefined for pages that are no copy. */
export async function readCopyTime(args: LoaderFunctionArgs): Promise<string | undefined> {
  if (!isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ timeZone }) => formatDue(nowIso(), timeZone));
}

/** With every page, so that a dashboard that is still loading knows its first card. */
export function countOpenQuestions(args: LoaderFunctionArgs): Promise<number> {
  return forViewer(args, 0, async (viewer) => (await findWelcome(database(), viewer)).open.length);
}

export function ownsMila(args: LoaderFunctionArgs): Promise<boolean> {
  return forViewer(args, false, async ({ isOwner }) => isOwner);
}
