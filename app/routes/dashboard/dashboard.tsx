import { type ActionFunctionArgs, data, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useRouteLoaderData } from "@remix-run/react";
import { addChange, createWaitingAction } from "#app/ui/offline/waiting-action.ts";
import { AddTask } from "#app/ui/add-task/add-task.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { IncomingRequests } from "#app/ui/delegation/incoming-requests.tsx";
import { InvitationBanner } from "#app/ui/dashboard/invitation-banner.tsx";
import { WelcomeCard } from "#app/ui/dashboard/welcome-card.tsx";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { OverdueBanner } from "#app/ui/dashboard/overdue-banner.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { useSentTasks } from "#app/ui/tasks/card/sent-tasks.ts";
import { TaskSections, TasksMissing } from "#app/ui/tasks/card/task-sections.tsx";
import { DeliveryAlertBanner } from "#app/ui/notifications/delivery-alerts.tsx";
import { EarlyReminderBanner } from "#app/ui/dashboard/early-reminder-banner.tsx";
import { reminderPassed, remindsTooEarly } from "#app/ui/reminders/copy.ts";
import { UpcomingReminders } from "#app/ui/reminders/upcoming-reminders.tsx";
import { useBadge } from "#app/ui/offline/use-badge.ts";
import { useOverduePrompt } from "#app/ui/dashboard/use-overdue-prompt.ts";
import { cardActions } from "#app/ui/offline/task-actions.ts";
import { cardPages, usePreloadedPages } from "#app/ui/saving/preloaded-pages.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";
import { listTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-offers.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import { addTaskInput } from "#app/domain/tasks/input.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { openWithToast, redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import type { loader } from "./layout.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createWaitingAction(addChange);

export const meta: MetaFunction = () => [{ title: "Dashboard · Mila" }];

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: ["text"] });
  const submission = await readForm(args.request, addTaskInput);
  if (submission.status !== "success") {
    const text = String(submission.payload.text ?? "");
    return data({ text, errors: submission.error?.text ?? [] }, { status: 400 });
  }
  const { text } = submission.value;
  // The next page keeps the words and asks what to do.
  if (saysNothingToDo(text, nowIso(), viewer.timeZone)) {
    return redirect(`/tasks/confirm?${new URLSearchParams({ text })}`, 303);
  }
  const added = await addTasks(database(), viewer, submission.value, args.context.logInfo);
  if ("refused" in added) return data({ text, errors: [added.refused] }, { status: 429 });
  const [first] = added;
  const ids = added.map(({ id }) => id);
  const early = await listTooEarly(database(), viewer.userId, ids);
  const addedToast = toast(
    "success",
    added.length > 1 ? `${added.length} tasks added!` : "Task added!",
    {
      message: describeAdded(added, early.length > 0),
      taskId: first?.id,
      reminderOffers:
        added.length === 1 && first && !first.needsDate
          ? await findReminderOffers(database(), viewer, first.id)
          : [],
    },
  );
  // Several tasks without a date may be a shopping list; a date that was said is asked for.
  const undated = added.find((task) =>
    added.length === 1 ? task.needsDate : task.isHalfUnderstood,
  );
  if (undated) return openWithToast(`/tasks/${undated.id}/date`, addedToast);
  return redirectWithToast("/dashboard", addedToast);
}

const list = new Intl.ListFormat("en-US");

function describeAdded(added: AddedTask[], isTooEarly: boolean): string {
  const where = `Added to ${list.format(new Set(added.map(({ category }) => category)))}`;
  const passed = added.some(({ missesReminder }) => missesReminder) ? reminderPassed : null;
  const refused = added.flatMap(({ refusedRepeat }) => refusedRepeat ?? []);
  return [
    where,
    ...[passed, isTooEarly && remindsTooEarly, ...new Set(refused)].filter(Boolean),
  ].join(". ");
}

export default function Dashboard() {
  usePreloadedActions(cardActions);
  usePreloadedPages(cardPages);
  const shown = useRouteLoaderData<typeof loader>("routes/dashboard/layout")?.dashboard;
  const answer = useActionData<typeof action>();
  const newTaskId = useRouteLoaderData<{ toast?: { taskId?: string } }>("root")?.toast?.taskId;
  useOverduePrompt((shown?.overdueCount ?? 0) > 0);
  const tasks = useSentTasks(shown?.tasks);
  useBadge(shown?.newestUrl ? undefined : tasks);
  if (!shown) return null;

  const { greeting, shownUrl, moreUrl, newestUrl, errorId } = shown;
  const {
    reminders,
    alerts,
    earlyReminder,
    overdueCount,
    invitation,
    incomingRequests,
    text,
    guessedTimeZone,
  } = shown;
  return (
    <AppShell>
      <h1 className="greeting">{greeting}</h1>
      <OfflineNote />
      <AddTask text={answer?.text ?? text} errors={answer?.errors} />
      <WelcomeCard />
      <div className="notices">
        {overdueCount > 0 && <OverdueBanner count={overdueCount} />}
        {invitation && <InvitationBanner {...invitation} />}
        <DeliveryAlertBanner alerts={alerts} />
        {earlyReminder && <EarlyReminderBanner {...earlyReminder} />}
      </div>
      <IncomingRequests requests={incomingRequests} returnTo="/dashboard" />
      <ReturnToContext.Provider value={shownUrl === "/dashboard" ? null : shownUrl}>
        <UpcomingReminders reminders={reminders} />
        {tasks ? (
          <TaskSections
            tasks={tasks}
            moreUrl={moreUrl}
            newestUrl={newestUrl}
            newTaskId={newTaskId}
          />
        ) : (
          <TasksMissing errorId={errorId} />
        )}
      </ReturnToContext.Provider>
      <RefreshLink to={shownUrl} />
      {guessedTimeZone && <p className="time-zone-note">Times are shown in {guessedTimeZone}.</p>}
    </AppShell>
  );
}
