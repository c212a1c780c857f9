import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData, useMatches, useOutlet } from "@remix-run/react";
import { useState } from "react";
import { v7 as newId } from "uuid";
import { shouldRevalidate as shouldRevalidateBehind } from "#app/components/failed-save.ts";
import { dialogIsThere } from "#app/components/open-dialog.ts";
import { PageDialog } from "#app/components/page-dialog.tsx";
import { useLiveChanges } from "#app/components/use-live-changes.ts";
import { useWayBack } from "#app/components/use-way-back.ts";
import { listAsked } from "#app/web/delegation-link.server.ts";
import { greetingFor } from "#app/domain/accounts/profile/greeting.ts";
import { findTroubles } from "#app/domain/outbox/views/alerts.server.ts";
import { readRevision } from "#app/domain/household/revision.server.ts";
import { listUpcoming } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { taskPages } from "#app/domain/tasks/input.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { listTasks } from "#app/domain/tasks/lists/task-list.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { isSetUp } from "#app/web/channels.server.ts";
import { viewWaitingInvitation } from "#app/web/invitation.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

/**
 * What was left out with a page by itself is loaded once the dashboard is to be seen. So is a list of another length
 * than is asked for: a dialog's address does not say how much of it is shown behind, where what others do waits then.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => {
  const { currentUrl, nextUrl, formMethod } = args;
  const isMissing = currentUrl.pathname !== "/dashboard" && !dialogIsThere();
  const shown: number = window.__remixRouter.state.loaderData["routes/dashboard-layout"]?.dashboard?.pages ?? 1;
  if (nextUrl.pathname === "/dashboard") {
    const isOtherLength = !formMethod && Number(nextUrl.searchParams.get("pages") ?? 1) !== shown;
    return isMissing || isOtherLength || shouldRevalidateBehind(args);
  }
  const isBehind = !isMissing && !formMethod && shown > 1;
  return isBehind ? false : shouldRevalidateBehind(args);
};

/**
 * What the dashboard shows; also while one of its dialogs is open, so that it is fresh behind it. No dashboard when such
 * a page is asked for as a document: there is none then.
 */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { pathname, searchParams } = new URL(args.request.url);
  const isDashboard = pathname === "/dashboard";
  // Before what it counts the changes of: one that comes in between is shown twice rather than not at all.
  const revision = await readRevision(database(), viewer.householdId);
  if (!isDashboard && args.request.headers.get("Accept")?.includes("text/html")) return { revision, dashboard: null };
  const pages = taskPages.parse(searchParams.get("pages"));
  const list = await listTasks(database(), viewer, nowIso(), { pages }).catch(args.context.report);
  const dashboard = {
    greeting: greetingFor(viewer.profileRole, wallClockAt(nowIso(), viewer.timeZone).hour),
    // For the form as it is sent without JavaScript.
    requestId: isDashboard ? newId() : "",
    tasks: list?.tasks,
    pages,
    moreUrl: list?.hasMore ? `/dashboard?pages=${pages + 1}` : null,
    errorId: list ? "" : args.context.requestId,
    reminders: (await listUpcoming(database(), viewer).catch(args.context.report)) ?? [],
    troubles: (await findTroubles(database(), viewer, isSetUp).catch(args.context.report)) ?? [],
    asked: (await listAsked(args.request, viewer).catch(args.context.report)) ?? [],
    overdueCount: (await countOverdue(database(), viewer).catch(args.context.report)) ?? 0,
    invitation: await viewWaitingInvitation(args.request, viewer).catch(args.context.report),
    text: (isDashboard && searchParams.get("text")) || "",
    guessedTimeZone: viewer.timeZoneIsKnown ? null : viewer.timeZone,
  };
  return { revision, dashboard };
}

/**
 * The dashboard, and the pages that open over it in a dialog: those are nested in here by app/routes.ts, and nothing
 * else is to be done for one. Who comes to such a page from elsewhere, or has no JavaScript, gets it as a page.
 */
export default function DashboardLayout() {
  useLiveChanges(useLoaderData<typeof loader>().revision);
  const page = useOutlet();
  const isDashboard = useMatches().at(-1)?.id === "routes/dashboard";
  // Kept while a dialog stands over it, with the focus, the typed text and the place scrolled to.
  const [dashboard, keepDashboard] = useState(isDashboard ? page : null);
  if (isDashboard && !dashboard) keepDashboard(page);
  const goBack = useWayBack(isDashboard);
  if (!dashboard) return page;
  return (
    <>
      {dashboard}
      {!isDashboard && <PageDialog onClose={goBack}>{page}</PageDialog>}
    </>
  );
}
