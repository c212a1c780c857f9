import { removeShownCalendar } from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar/shown", async ({ db, viewer, id }) => {
  const name = await removeShownCalendar(db, viewer, id);
  return name !== undefined && toast("success", `${name} removed`);
});
