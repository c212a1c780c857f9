import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ShouldRevalidateFunction,
  useLoaderData,
  useMatches,
  useOutlet,
  useFetcher,
  useLocation,
  useNavigate,
  useNavigationType,
} from "@remix-run/react";
import { useEffect, useState, useCallback, useRef } from "react";
import { isDialogOpen, dialogReturn } from "#app/ui/kit/page-dialog.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { shouldRevalidate as baseShouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
import { PageDialog } from "#app/ui/shell/dialog.tsx";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { isForCopy } from "#app/server/shell/copy.server.ts";
import { isForDocument } from "#app/server/shell/document.server.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { useEffectAtOnce } from "#app/ui/kit/use-effect-at-once.ts";
import { findHomeView } from "#app/domain/accounts/profile/profile.server.ts";
import { findHome } from "#app/domain/pages/home.server.ts";
import { firstTaskId } from "#app/ui/tasks/card/first-task.ts";
import { toSentTasks } from "#app/ui/tasks/card/sent-tasks.ts";
import { textLength } from "#app/domain/core/limits.ts";
import { findDateQuestion } from "#app/domain/pages/date-question.server.ts";
import { findAnswer } from "#app/domain/pages/asked.server.ts";
import { isSetUp } from "#app/config/channels.server.ts";
import { greetingFor } from "#app/domain/accounts/profile/greeting.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { findPendingInvitation } from "#app/domain/people/invitations/pending-invitation.server.ts";
import { invitationLink } from "#app/domain/core/links.server.ts";
import { listUpcomingReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { openPlace, placeUrl, readPlace } from "#app/domain/tasks/lists/home-input.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { withLinkedValues, withTypedValues } from "#app/server/form.server.ts";
import { listIncomingRequests } from "#app/routes/delegations/list-incoming.server.ts";
import { findTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import { countHeld } from "#app/domain/caldav/held-deletions.server.ts";
import { listSwitchedOff } from "#app/domain/webhooks/list-webhooks.server.ts";
import { canSendEmail, linkBase } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

const firstPage = "/dashboard";

/** The part of the list that is shown. Set for `shouldRevalidate`, which runs outside React. */
let shownList = firstPage;

/** True while the list lacks what a dialog over it has just saved. */
let isStale = false;

/**
 * Loads the dashboard when it is missing or its URL asks for another part of the list. A dialog's
 * URL does not contain the part of the list below it, so lists beyond the first page wait until it
 * closes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => {
  const { currentUrl, nextUrl, formMethod } = args;
  const isMissing = currentUrl.pathname !== "/dashboard" && !isDialogOpen();
  if (nextUrl.pathname === "/dashboard") {
    const isOtherPart = partOf(nextUrl) !== partOf(new URL(shownList, nextUrl));
    // The page below a dialog that has saved keeps its height until its own part is loaded.
    if (isOtherPart && formMethod && dialogReturn.isToDashboard) {
      isStale = true;
      return false;
    }
    const mustLoad = isMissing || isStale || (isOtherPart && !formMethod);
    isStale = false;
    return mustLoad || baseShouldRevalidate(args);
  }
  const isFurtherPart = !isMissing && !formMethod && shownList !== firstPage;
  return isFurtherPart ? false : baseShouldRevalidate(args);
};

/** Returns no dashboard when one of its dialogs is requested as a page. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const isDashboard = new URL(args.request.url).pathname === "/dashboard";
  const { revision } = viewer;
  if (!isDashboard && isForDocument(args.request)) return { revision, dashboard: null };
  return { revision, dashboard: await loadDashboard(args, viewer) };
}

/**
 * Opens the pages nested in this layout (app/routes.ts) as dialogs, or as pages without JavaScript.
 */
export default function DashboardLayout() {
  const { revision, dashboard } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  useShownList(dashboard?.shownUrl ?? firstPage);
  const page = useOutlet();
  const isDashboard = useMatches().at(-1)?.id === "routes/dashboard/dashboard";
  // Stays mounted below a dialog to keep its focus, typed text and scroll position.
  const [keptDashboard, setKeptDashboard] = useState(isDashboard ? page : null);
  if (isDashboard && !keptDashboard) setKeptDashboard(page);
  const { onClose, dialogKey } = useReviewReturn(useDialogReturn(isDashboard));
  if (!keptDashboard) return page;
  return (
    <>
      {keptDashboard}
      {!isDashboard && (
        <PageDialog key={dialogKey} onClose={onClose}>
          {page}
        </PageDialog>
      )}
    </>
  );
}

function partOf({ searchParams }: URL): string {
  return ["view", "who", "open", ...aboveInput]
    .map((name) => searchParams.get(name) ?? "")
    .join(" ");
}

/** The URL's fields for what stands above the input. */
const aboveInput = ["asked", "when"];

function withAbove(url: string, searchParams: URLSearchParams): string {
  const above = new URLSearchParams(
    aboveInput.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
  );
  return above.size === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${above}`;
}

function useShownList(url: string): void {
  // Before a closing dialog goes back to the page below it.
  useEffectAtOnce(() => {
    shownList = url;
    return () => void (shownList = firstPage);
  }, [url]);
}

interface ReviewReturn {
  onClose: () => void;
  /** A new key opens the dialog again. */
  dialogKey: number;
}

/**
 * Closing the date picker of an overdue task goes on to the next task (specification, section 4).
 */
function useReviewReturn(close: () => void): ReviewReturn {
  const { pathname, search } = useLocation();
  const { submit, state, data } = useFetcher({ key: "review" });
  const [dialogKey, setDialogKey] = useState(0);
  const isReview = new URLSearchParams(search).get("then") === "overdue";

  const leave = () => {
    if (!isReview) return close();
    setDialogKey((key) => key + 1);
    const fields = { taskId: pathname.split("/")[2] ?? "", choice: "skip" };
    submit(fields, { method: "post", action: "/overdue", preventScrollReset: true });
  };

  // Without a connection, the dialog closes like any other.
  const hasFailed = isReview && state === "idle" && failureIn(data) !== undefined;
  useEffect(() => {
    if (hasFailed) close();
  }, [hasFailed, close]);

  return { dialogKey, onClose: leave };
}

/** Closes a dialog by going back, so the dashboard is never in the history twice. */
function useDialogReturn(isDashboard: boolean): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const wasDashboard = useRef(isDashboard);
  const isDashboardPrevious = useRef(false);
  const seenKey = useRef(key);

  useEffectAtOnce(() => {
    if (seenKey.current === key) return;
    seenKey.current = key;
    const wasReplaced = navigationType === "REPLACE";
    dialogReturn.isUnderway =
      wasReplaced && isDashboardPrevious.current && isDashboard && !wasDashboard.current;
    if (!wasReplaced)
      isDashboardPrevious.current =
        navigationType === "PUSH" && wasDashboard.current && !isDashboard;
    dialogReturn.isToDashboard = isDashboardPrevious.current;
    wasDashboard.current = isDashboard;
    if (dialogReturn.isUnderway) navigate(-1);
  }, [key, navigationType, isDashboard, navigate]);

  return useCallback(() => {
    if (isDashboardPrevious.current) navigate(-1);
    else navigate("/dashboard", { replace: true, preventScrollReset: true });
  }, [navigate]);
}

/** Logs and omits any part that cannot be read. */
async function loadDashboard({ request, context }: LoaderFunctionArgs, viewer: SignedIn) {
  const { pathname, searchParams } = new URL(request.url);
  const isDashboard = pathname === firstPage;
  const usualView = await findHomeView(database(), viewer.userId);
  // Without a connection, nothing more can be opened.
  const asked = isForCopy(request) ? openPlace(usualView) : readPlace(searchParams, usualView);
  const home =
    (await findHome(database(), viewer, nowIso(), asked).catch(context.logError)) ?? null;
  const place = home?.place ?? asked;
  return {
    greeting: greetingFor(viewer.profileRole, wallClockAt(nowIso(), viewer.timeZone).hour),
    home: home && {
      ...home,
      tasks: isForDocument(request) ? toSentTasks(home.tasks) : home.tasks,
    },
    place,
    firstTaskId: firstTaskId(home, { byArea: place.view === "area" }),
    usualView,
    shownUrl: withAbove(placeUrl(place, usualView), searchParams),
    errorId: home ? "" : context.requestId,
    reminders: (await listUpcomingReminders(database(), viewer).catch(context.logError)) ?? null,
    alerts: (await findDashboardAlerts(database(), viewer, isSetUp).catch(context.logError)) ?? [],
    heldDeletions: await countHeld(database(), viewer).catch(context.logError),
    webhooksOff: await listSwitchedOff(database(), viewer).catch(context.logError),
    earlyReminder: (await findTooEarly(database(), viewer.userId).catch(context.logError)) ?? null,
    incomingRequests: (await listIncomingRequests(request, viewer).catch(context.logError)) ?? null,
    overdueCount: (await countOverdue(database(), viewer).catch(context.logError)) ?? 0,
    invitation: await findInvitation(request, viewer).catch(context.logError),
    undated: await findDateQuestion(database(), viewer, searchParams.get("when")).catch(
      context.logError,
    ),
    asked: await readAsked(searchParams.get("asked"), viewer).catch(context.logError),
    text: isDashboard
      ? (await withTypedValues(viewer, request, withLinkedValues(request, { text: "" }))).text
      : "",
    guessedTimeZone: viewer.isTimeZoneKnown ? null : viewer.timeZone,
  };
}

/** The words in the URL may ask or change something. */
async function readAsked(asked: string | null, viewer: SignedIn) {
  if (asked === null) return null;
  const text = asked.slice(0, textLength.request);
  const at = nowIso();
  return { text, at, answer: await findAnswer(database(), viewer, text, at) };
}

async function findInvitation(request: Request, viewer: SignedIn) {
  const waiting = await findPendingInvitation(database(), viewer, canSendEmail);
  if (!waiting) return undefined;
  const { inviterName, ...invitation } = waiting;
  return { inviterName, link: invitationLink(linkBase(request), invitation) };
}
