import { bringBackLaterDate } from "#app/domain/series/changing/later-dates.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { shownDay } from "#app/domain/tasks/input.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/week", async ({ db, viewer, id, params, request }) => {
  const on = shownDay.parse(params.date);
  const movedTo = new URL(request.url).searchParams.get("moved") ?? undefined;
  if (on === null || !(await findTask(db, viewer, id))) return null;
  return (await bringBackLaterDate(db, viewer, { openId: id, on }, movedTo))
    ? toast("success", "It is back")
    : toast("error", "Nothing changed", { message: "The series has gone on since." });
});
