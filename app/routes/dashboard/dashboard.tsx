import {
  type ActionFunctionArgs,
  data,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import {
  Link,
  useActionData,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { nowIso } from "#app/domain/core/time.ts";
import { findAnswer, undoIfAsked } from "#app/domain/pages/asked.server.ts";
import { describeAddedItems, describeKnown } from "#app/domain/lists/added-words.ts";
import type { AddedItems } from "#app/domain/lists/items.server.ts";
import { maxItems } from "#app/domain/lists/limits.ts";
import { readMissingList } from "#app/domain/inbox/meant/read-meant.server.ts";
import { addListed } from "#app/domain/pages/add-listed.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import { type AddTaskInput, addTaskInput } from "#app/domain/tasks/input.ts";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { openWithToast, redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AddTask } from "#app/ui/add-task/add-task.tsx";
import { Answer } from "#app/ui/dashboard/answer.tsx";
import { HomeSections } from "#app/ui/dashboard/home-sections.tsx";
import { WelcomeCard } from "#app/ui/dashboard/welcome-card.tsx";
import { IncomingRequests } from "#app/ui/delegation/incoming-requests.tsx";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { isDialogOpen } from "#app/ui/kit/page-dialog.ts";
import { DeliveryAlertBanner } from "#app/ui/notifications/delivery-alerts.tsx";
import { afterStart } from "#app/ui/kit/after-start.ts";
import { showBadge } from "#app/ui/offline/badge.ts";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { cardActions } from "#app/ui/offline/task-actions.ts";
import { cardPages, usePreloadedPages } from "#app/ui/saving/preloaded-pages.ts";
import { useCopiedAt } from "#app/ui/offline/use-copy.ts";
import { addChange, createWaitingAction } from "#app/ui/offline/waiting-action.ts";
import { UpcomingReminders } from "#app/ui/reminders/upcoming-reminders.tsx";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { database } from "#db/connection.server.ts";
import type { loader } from "./layout.tsx";
import { toastOfAdded } from "./toast-of-added.server.ts";
import { toastOfUndo } from "./toast-of-undo.server.ts";

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
  const { text, as, asks } = submission.value;
  const undone = as ? null : await undoIfAsked(database(), viewer, text, nowIso());
  if (undone) return redirectWithToast("/dashboard", toastOfUndo(undone));
  // The next page keeps the text and asks what to do.
  if ((as || !asks) && saysNothingToDo(text, nowIso(), viewer.timeZone))
    return redirect(`/tasks/confirm?${new URLSearchParams({ text })}`, 303);
  if (!as && (await findAnswer(database(), viewer, text, nowIso())))
    return redirect(`/dashboard?${new URLSearchParams({ asked: text })}`, 303);
  const listed = await putOnList(viewer, submission.value);
  if (listed) return listed;
  const added = await addTasks(database(), viewer, submission.value, args.context.logInfo);
  if ("refused" in added) return data({ text, errors: [added.refused] }, { status: 429 });
  return showAdded(viewer, added, submission.value);
}

/** The words may be an item, so nobody is asked for a date yet. */
function toastOfMissing([first]: AddedTask[], list: string, { text }: { text: string }) {
  return toast("success", "Task added!", {
    message: `You have no list called ${list}, so I made a task of it.`,
    taskId: first?.id,
    undo: `/tasks/${first?.id}/delete`,
    instead: { action: `/tasks/${first?.id}/as-items`, text, label: `Make the list ${list}` },
  });
}

/** Asks for the date of a task that has none. */
async function showAdded(viewer: SignedIn, added: AddedTask[], { text, as, asks }: AddTaskInput) {
  const missing = as ? null : await readMissingList(database(), viewer, text, nowIso());
  if (missing)
    return redirectWithToast("/dashboard", toastOfMissing(added, missing.list, { text }));
  const addedToast = await toastOfAdded(viewer, added);
  // Several tasks without a date may be a shopping list, but a date that could not be read is asked
  // for.
  const undated = added.find((task) =>
    added.length === 1 ? task.needsDate : task.isHalfUnderstood,
  );
  if (!undated) return redirectWithToast("/dashboard", addedToast);
  return asks
    ? redirectWithToast(`/dashboard?${new URLSearchParams({ when: undated.id })}`, addedToast)
    : openWithToast(`/tasks/${undated.id}/date`, addedToast);
}

/** Returns null for a text that adds tasks. */
async function putOnList(viewer: SignedIn, request: AddTaskInput) {
  const { text, as } = request;
  const listed = as ? null : await addListed(database(), viewer, request);
  if (listed === "too_many") return data({ text, errors: [listFull] }, { status: 400 });
  if (listed === "too_often") return data({ text, errors: [tooManyAdded] }, { status: 429 });
  return listed && redirectWithToast("/dashboard", toastOfListed(listed, text));
}

const listFull = `A list holds ${maxItems} items. Clear the ticked ones first.`;

function toastOfListed(listed: AddedItems, text: string) {
  const page = `/lists/${listed.list.id}`;
  const added = `${page}/added/${listed.requestId}`;
  const isChanged = listed.added.length + listed.back.length > 0;
  return toast("success", describeAddedItems(listed), {
    message: describeKnown(listed),
    page: { to: page, label: "Show list" },
    ...(isChanged && {
      undo: `${added}/undo`,
      undoneAt: "/dashboard",
      instead: { action: `${added}/as-task`, text, label: "Make it a task instead" },
    }),
  });
}

export default function Dashboard() {
  usePreloadedActions(cardActions);
  usePreloadedPages(cardPages);
  const shown = useRouteLoaderData<typeof loader>("routes/dashboard/layout")?.dashboard;
  const answer = useActionData<typeof action>();
  const newTaskId = useRouteLoaderData<{ toast?: { taskId?: string } }>("root")?.toast?.taskId;
  useOverduePrompt((shown?.overdueCount ?? 0) > 0);
  useBadge(shown?.home?.dueToday);
  if (!shown) return null;

  const { greeting, home, place, usualView, shownUrl, errorId } = shown;
  const { reminders, incomingRequests, asked, undated, text, guessedTimeZone } = shown;
  return (
    <AppShell firstTaskId={shown.firstTaskId}>
      <h1 className="greeting">{greeting}</h1>
      <OfflineNote />
      <Answer asked={asked} />
      <AddTask text={answer?.text ?? text} errors={answer?.errors} undated={undated} />
      <WelcomeCard />
      <Notices {...shown} />
      <IncomingRequests requests={incomingRequests} returnTo="/dashboard" />
      <ReturnToContext.Provider value={shownUrl === "/dashboard" ? null : shownUrl}>
        <UpcomingReminders reminders={reminders} />
        <HomeSections {...{ home, place, usualView, newTaskId, errorId }} />
      </ReturnToContext.Provider>
      <RefreshLink to={shownUrl} />
      {guessedTimeZone && <p className="time-zone-note">Times are shown in {guessedTimeZone}.</p>}
    </AppShell>
  );
}

type Shown = NonNullable<SerializeFrom<typeof loader>["dashboard"]>;

function Notices(shown: Shown) {
  const { overdueCount, invitation, alerts, webhooksOff, heldDeletions, earlyReminder } = shown;
  return (
    <div className="notices">
      {overdueCount > 0 && <OverdueBanner count={overdueCount} />}
      {invitation && <InvitationBanner {...invitation} />}
      <DeliveryAlertBanner alerts={alerts} />
      {webhooksOff?.map((webhook) => (
        <WebhookOffBanner key={webhook.id} {...webhook} />
      ))}
      {heldDeletions ? <HeldDeletionsBanner count={heldDeletions} /> : null}
      {earlyReminder && <EarlyReminderBanner {...earlyReminder} />}
    </div>
  );
}

function HeldDeletionsBanner({ count }: { count: number }) {
  return (
    <div className="overdue-banner">
      <p>
        A tasks app has deleted a lot at once, so I have kept{" "}
        {count === 1 ? "one thing" : `${count} things`}.{" "}
        <Link className="text-link" to="/preferences/data/deletions">
          Keep or delete them
        </Link>
      </p>
    </div>
  );
}

function WebhookOffBanner({ id, host }: { id: string; host: string }) {
  return (
    <div className="overdue-banner">
      <p>
        The webhook to <span dir="auto">{host}</span> was switched off: it took no messages.{" "}
        <Link className="text-link" to={`/preferences/data/webhooks/${id}`}>
          See why
        </Link>
      </p>
    </div>
  );
}

/** Names a task of which the user wants to be reminded earlier every time than Mila can. */
function EarlyReminderBanner({ id, title }: { id: string; title: string }) {
  return (
    <div className="overdue-banner">
      <p>
        I can&apos;t remind you so early every time of <q dir="auto">{title}</q>: it repeats too
        often.{" "}
        <Link className="text-link" to={`/tasks/${id}`} preventScrollReset>
          Choose when
        </Link>
      </p>
    </div>
  );
}

interface InvitationBannerProps {
  inviterName: string;
  link: string;
}

function InvitationBanner({ inviterName, link }: InvitationBannerProps) {
  return (
    <p className="banner">
      <span>
        <bdi>{inviterName}</bdi> invited you to join their family.
      </span>
      <Link className="text-link" to={link}>
        See the invitation
      </Link>
    </p>
  );
}

function OverdueBanner({ count }: { count: number }) {
  return (
    <p className="overdue-banner">
      {count === 1 ? "1 task is overdue." : `${count} tasks are overdue.`}{" "}
      <Link className="text-link" to="/overdue" preventScrollReset>
        {count === 1 ? "Take a look" : "Review them"}
      </Link>
    </p>
  );
}

const promptedKey = "mila-overdue-asked";

const interactions = ["pointerdown", "keydown", "focusin"];

const hasFocus = () => document.activeElement !== document.body;

/** Opens the overdue dialog (specification, section 4) once a day, unless the user is already busy. */
function useOverduePrompt(isOverdue: boolean): void {
  const navigate = useNavigate();
  const isOpening = useNavigation().location?.pathname === "/overdue";
  const hasOpened = useRef(false);
  const isPrompting = useRef(false);
  const root = useRouteLoaderData<{ toast?: object; copiedAt?: string }>("root");
  // Without a connection there is no dialog to open.
  const isBusy = Boolean(root?.toast ?? root?.copiedAt);

  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    const today = new Date().toDateString();
    if (!isOverdue || isBusy || hasFocus() || localStorage.getItem(promptedKey) === today) return;
    localStorage.setItem(promptedKey, today);
    isPrompting.current = true;
    navigate("/overdue", { preventScrollReset: true });
    // Runs when the dashboard opens, not when one of its tasks becomes overdue.
  }, [isOverdue, isBusy, navigate]);

  useEffect(() => {
    if (!isOpening || !isPrompting.current) return;
    const cancelPrompt = () => {
      isPrompting.current = false;
      if (!isDialogOpen()) navigate("/dashboard", { replace: true, preventScrollReset: true });
    };
    for (const event of interactions)
      document.addEventListener(event, cancelPrompt, { once: true });
    return () => {
      for (const event of interactions) document.removeEventListener(event, cancelPrompt);
    };
  }, [isOpening, navigate]);
}

/**
 * Shows the number of today's open tasks on the installed app's icon. A copy's "today" may be long
 * ago.
 */
function useBadge(count: number | null | undefined): void {
  const isCopy = useCopiedAt() !== undefined;
  useEffect(() => {
    if (!isCopy && typeof count === "number") return afterStart(() => showBadge(count));
  }, [isCopy, count]);
}
