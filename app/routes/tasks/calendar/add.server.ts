import type { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { taskCalendarLink } from "#app/domain/calendar/entries/task-entry.ts";
import { database } from "#db/connection.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { openWithToast, redirectWithToast, toast } from "#app/server/toast.server.ts";

type Task = NonNullable<Awaited<ReturnType<typeof findTask>>>;

/** Returns a link to Google's page for a new event if no calendar is connected. */
export async function saveOrLink(request: Request, viewer: SignedIn, task: Task) {
  const saved = hasGoogle ? await saveToCalendar(database(), viewer, task.id) : "not_connected";
  if (saved === "missing") notFound();
  if (saved !== "not_connected") return { status: saved };
  const [described] = await describeForCalendars(database(), [task]);
  return {
    status: "not_connected" as const,
    link: taskCalendarLink(described!, linkBase(request).origin),
  };
}

/** @param task must have a date */
export async function addToCalendar(
  request: Request,
  viewer: SignedIn,
  task: Task,
  back: string,
): Promise<Response> {
  const outcome = await saveOrLink(request, viewer, task);
  if (outcome.status === "saved")
    return redirectWithToast(back, toast("success", "On its way to your calendar"));
  if (outcome.status === "waiting")
    return redirectWithToast("/preferences/calendar", waitingToast());
  return outcome.link
    ? openWithToast(outcome.link, toast("success", "Opening Google Calendar"))
    : notFound();
}

const waitingToast = () =>
  toast("error", "Your calendar needs attention", {
    message: "I'll add the task once it's fixed. Nothing is lost.",
  });
