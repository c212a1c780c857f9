import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import { useActionData, useRouteLoaderData } from "@remix-run/react";
import { AddTask } from "#app/components/add-task.tsx";
import { AppShell } from "#app/components/app-shell.tsx";
import { AskedOfYou } from "#app/components/delegation/asked-of-you.tsx";
import { InvitationBanner } from "#app/components/invitation-banner.tsx";
import { OverdueBanner } from "#app/components/overdue-banner.tsx";
import { RefreshLink } from "#app/components/refresh-link.tsx";
import { ReturnToContext } from "#app/components/return-to.tsx";
import { TaskIcons } from "#app/components/task-icons.tsx";
import { TaskSections, TasksMissing } from "#app/components/task-sections.tsx";
import { TroubleBanner } from "#app/components/trouble-banner.tsx";
import { UpcomingReminders } from "#app/components/upcoming-reminders.tsx";
import { useOverduePrompt } from "#app/components/use-overdue-prompt.ts";
import { usePreloadedActions } from "#app/components/use-preloaded-actions.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { addTaskInput } from "#app/domain/tasks/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { openWithToast, redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import type { loader } from "./dashboard-layout.tsx";

export { clientAction, shouldRevalidate } from "#app/components/failed-save.ts";

export const meta: MetaFunction = () => [{ title: "Dashboard · Mila" }];

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { kept: ["text"] });
  const submission = await readForm(args.request, addTaskInput);
  if (submission.status !== "success") {
    const text = String(submission.payload.text ?? "");
    return data({ text, errors: submission.error?.text ?? [] }, { status: 400 });
  }
  const added = await addTasks(database(), viewer, submission.value, args.context.note);
  const [first] = added;
  const said = toast("success", added.length > 1 ? `${added.length} tasks added!` : "Task added!", {
    message: `Added to ${list.format(new Set(added.map(({ category }) => category)))}`,
    taskId: first?.id,
  });
  const asksForDate = added.length === 1 && first?.needsDate;
  return asksForDate ? openWithToast(`/tasks/${first.id}/date`, said) : redirectWithToast("/dashboard", said);
}

const list = new Intl.ListFormat("en-US");

/** The routes behind the cards' buttons, and what reads a text before it is added. */
const preloadedRoutes = [
  "confirm",
  "complete",
  "reopen",
  "delete",
  "restore",
  "calendar",
  "take-back",
  "read-again",
  "reminders",
  "snooze-reminder",
  "cancel-reminder",
].map((name) => `routes/tasks/${name}`);

export default function Dashboard() {
  usePreloadedActions(preloadedRoutes);
  const shown = useRouteLoaderData<typeof loader>("routes/dashboard-layout")?.dashboard;
  const answer = useActionData<typeof action>();
  const newTaskId = useRouteLoaderData<{ toast?: { taskId?: string } }>("root")?.toast?.taskId;
  useOverduePrompt((shown?.overdueCount ?? 0) > 0);
  if (!shown) return null;

  const { greeting, requestId, tasks, pages, moreUrl, errorId } = shown;
  const { reminders, troubles, overdueCount, invitation, asked, text, guessedTimeZone } = shown;
  return (
    <AppShell>
      <TaskIcons />
      <h1 className="greeting">{greeting}</h1>
      <AddTask requestId={requestId} text={answer?.text ?? text} errors={answer?.errors} />
      <TroubleBanner troubles={troubles} />
      {invitation && <InvitationBanner {...invitation} />}
      <AskedOfYou requests={asked} />
      {overdueCount > 0 && <OverdueBanner count={overdueCount} />}
      <ReturnToContext.Provider value={pages > 1 ? `/dashboard?pages=${pages}` : null}>
        <UpcomingReminders reminders={reminders} />
        {tasks ? (
          <TaskSections tasks={tasks} moreUrl={moreUrl} newTaskId={newTaskId} />
        ) : (
          <TasksMissing errorId={errorId} />
        )}
      </ReturnToContext.Provider>
      <RefreshLink to={pages > 1 ? `/dashboard?pages=${pages}` : "/dashboard"} />
      {guessedTimeZone && <p className="time-zone-note">Times are shown in {guessedTimeZone}.</p>}
    </AppShell>
  );
}
