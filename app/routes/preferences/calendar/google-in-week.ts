import { showGoogleInWeek } from "#app/domain/calendar/shown/google-in-week.server.ts";
import { googleInWeekInput } from "#app/domain/calendar/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

const saved = {
  busy: "Your family sees when you're busy, but not why.",
  titles: "Your family sees your events, except for private ones.",
  off: "Your family's week doesn't show your Google calendar.",
};

const refusals = {
  not_connected: "Please connect Google Calendar first.",
  too_many: "Your household has 20 calendars in its week. Remove one to show yours.",
  too_often: "That was often within an hour. Please try again later.",
};

export const action = pageAction("/preferences/calendar", async ({ db, viewer, request }) => {
  const { show } = await requireForm(request, googleInWeekInput);
  const outcome = await showGoogleInWeek(db, viewer, show);
  return outcome === "saved"
    ? toast("success", "Settings updated", { message: saved[show] })
    : toast("error", "Not now", { message: refusals[outcome] });
});
