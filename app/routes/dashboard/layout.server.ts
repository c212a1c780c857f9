import type { LoaderFunctionArgs } from "@remix-run/node";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { toSentTasks } from "#app/ui/tasks/card/sent-tasks.ts";
import { isSetUp } from "#app/config/channels.server.ts";
import { greetingFor } from "#app/domain/accounts/profile/greeting.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { findPendingInvitation } from "#app/domain/people/invitations/pending-invitation.server.ts";
import { invitationLink } from "#app/domain/core/links.server.ts";
import { listUpcomingReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { type ListWindow, readWindow, writeWindow } from "#app/domain/tasks/lists/window.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { withLinkedValues, withTypedValues } from "#app/server/form.server.ts";
import { listIncomingRequests } from "../delegations/list-incoming.server.ts";
import { findTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import { canSendEmail, linkBase } from "#app/server/instance.server.ts";
import { isForDocument } from "#app/server/shell/document.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

const here = "/dashboard";

/** Logs and omits any part that cannot be read. */
export async function loadDashboard({ request, context }: LoaderFunctionArgs, viewer: SignedIn) {
  const { pathname, searchParams } = new URL(request.url);
  const isDashboard = pathname === here;
  const window = readWindow(searchParams);
  const urlOf = (shown: ListWindow) => [here, writeWindow(shown)].filter(Boolean).join("?");
  const list = await listTaskCards(database(), viewer, nowIso(), { window }).catch(
    context.logError,
  );
  return {
    greeting: greetingFor(viewer.profileRole, wallClockAt(nowIso(), viewer.timeZone).hour),
    tasks: list && (isForDocument(request) ? toSentTasks(list.tasks) : list.tasks),
    shownUrl: urlOf(window),
    moreUrl: list?.next ? urlOf(list.next) : null,
    newestUrl: window.after && here,
    errorId: list ? "" : context.requestId,
    reminders: (await listUpcomingReminders(database(), viewer).catch(context.logError)) ?? null,
    alerts: (await findDashboardAlerts(database(), viewer, isSetUp).catch(context.logError)) ?? [],
    earlyReminder: (await findTooEarly(database(), viewer.userId).catch(context.logError)) ?? null,
    incomingRequests: (await listIncomingRequests(request, viewer).catch(context.logError)) ?? null,
    overdueCount: (await countOverdue(database(), viewer).catch(context.logError)) ?? 0,
    invitation: await findInvitation(request, viewer).catch(context.logError),
    text: isDashboard
      ? (await withTypedValues(viewer, request, withLinkedValues(request, { text: "" }))).text
      : "",
    guessedTimeZone: viewer.isTimeZoneKnown ? null : viewer.timeZone,
  };
}

async function findInvitation(request: Request, viewer: SignedIn) {
  const waiting = await findPendingInvitation(database(), viewer, canSendEmail);
  if (!waiting) return undefined;
  const { inviterName, ...invitation } = waiting;
  return { inviterName, link: invitationLink(linkBase(request), invitation) };
}
