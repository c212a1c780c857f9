import { createClientAction } from "#app/ui/saving/client-action.ts";
import { chooseCalendar } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { calendarChoice } from "#app/domain/calendar/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { signUpSettings } from "#app/server/instance.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", async ({ db, viewer, request, back }) => {
  const { calendarId } = await requireForm(request, calendarChoice);
  const { encryptionKey } = signUpSettings;
  if (await chooseCalendar(db, viewer.userId, calendarId, encryptionKey))
    return toast("success", "Settings updated");
  const message = "You can't add events to that calendar. Please choose another one.";
  const refused = toast("error", "Error updating preferences", { message });
  return redirectWithToast(`${back}?choose=yes`, refused);
});
