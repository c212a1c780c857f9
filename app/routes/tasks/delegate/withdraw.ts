import { createClientAction } from "#app/ui/saving/client-action.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { withdrawInput } from "#app/domain/delegation/input.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { answerTexts } from "./ask.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request }) => {
  const { seen } = await requireForm(request, withdrawInput);
  const outcome = await withdrawRequest(db, viewer, id, nowIso(), seen);
  if (typeof outcome === "object") {
    const { delegate_name: name, state } = outcome;
    const message = `${name} ${answerTexts[state]} in the meantime.`;
    return redirectWithToast(
      `/tasks/${id}/delegate`,
      toast("error", "Nothing changed", { message }),
    );
  }
  if (outcome === "missing") return redirectFromMissingTask(viewer, id);
  return toast(
    "success",
    outcome === "withdrawn" ? "Request cancelled" : "This request has already ended",
  );
});
