import type { LoaderFunctionArgs } from "@remix-run/node";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import { endOfToday } from "#app/domain/tasks/due/due.server.ts";
import { countWaitingMails } from "#app/domain/mail/mails.server.ts";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { type DueAlert, listDueAlerts } from "#app/domain/reminders/lists/due-alerts.server.ts";
import { renewDevice } from "./sign-in/device.server.ts";
import { isFormKept } from "./sign-in/kept-form.server.ts";
import { renewLastUser } from "./sign-in/last-user.server.ts";
import { renewSignUp } from "./sign-in/signed-up.server.ts";
import { database } from "#db/connection.server.ts";
import { notSavedYet, type Toast } from "./toast.server.ts";
import { isForCopy } from "./shell/copy.server.ts";
import { getViewer, type SignedIn } from "./session.server.ts";

interface LiveAlerts {
  dueAlerts: DueAlert[];
  /** The household's revision, from which the page listens for changes; null for visitors. */
  frameRevision: number | null;
  /** The instant at which the viewer's day ends; null for visitors. */
  dayEndsAt: string | null;
}

export function loadDueAlerts(args: LoaderFunctionArgs): Promise<LiveAlerts> {
  const none: LiveAlerts = { dueAlerts: [], frameRevision: null, dayEndsAt: null };
  return forViewer(args, none, async (viewer) => ({
    dueAlerts: await listDueAlerts(database(), viewer),
    frameRevision: viewer.revision,
    dayEndsAt: endOfToday(nowIso(), viewer.timeZone),
  }));
}

/**
 * Returns the time in the viewer's time zone, so that a cached page shows how old it is. Undefined
 * for other pages.
 */
export async function readCopyTime(args: LoaderFunctionArgs): Promise<string | undefined> {
  if (!isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ timeZone }) => formatDue(nowIso(), timeZone));
}

/** Loaded with every page, so that a dashboard that is still loading knows its first card. */
export function countOpenQuestions(args: LoaderFunctionArgs): Promise<number> {
  return forViewer(args, 0, async (viewer) => (await findWelcome(database(), viewer)).open.length);
}

/** Loaded with every page, because the menu shows it. */
export function countSchoolMails(args: LoaderFunctionArgs): Promise<number> {
  return forViewer(args, 0, (viewer) => countWaitingMails(database(), viewer));
}

export function ownsMila(args: LoaderFunctionArgs): Promise<boolean> {
  return forViewer(args, false, async ({ isOwner }) => isOwner);
}

/** Says that a form was not saved when it is shown again later than right after signing in. */
export async function findNotSaved(args: LoaderFunctionArgs): Promise<Toast | undefined> {
  if (isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ userId, hasKeptForms }) =>
    hasKeptForms && (await isFormKept(userId, args.request.url)) ? notSavedYet() : undefined,
  );
}

/** Binds older cookies to their names. Returns Set-Cookie headers. */
export async function renewCookies(request: Request): Promise<string[]> {
  const renewed = await Promise.all(
    [renewDevice, renewLastUser, renewSignUp].map((renew) => renew(request)),
  );
  return renewed.filter((cookie) => cookie !== null);
}

/** Reads what surrounds every page. Returns `nothing` for visitors, and if it cannot be read. */
async function forViewer<Shown>(
  args: LoaderFunctionArgs,
  nothing: Shown,
  read: (viewer: SignedIn) => Promise<Shown>,
): Promise<Shown> {
  try {
    const viewer = await getViewer(args);
    return viewer ? await read(viewer) : nothing;
  } catch (error) {
    args.context.logError(error);
    return nothing;
  }
}
