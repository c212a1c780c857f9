import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { bringBack } from "#app/domain/pages/items-and-tasks.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readIsUndo } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const isUndo = await readIsUndo(request);
  const isDone = await bringBack(db, viewer, id, { isUndo });
  if (typeof isDone === "string")
    return toast("error", "Nothing changed", { message: `${isDone}.` });
  const successToast = toast("success", "Task restored");
  return redirectAfterAction(viewer, {
    taskId: id,
    as: "restored",
    isUndo,
    isDone,
    to,
    successToast,
  });
});
