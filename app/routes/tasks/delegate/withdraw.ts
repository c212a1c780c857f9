import { createClientAction } from "#app/ui/saving/client-action.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id }) => {
  const outcome = await withdrawRequest(db, viewer, id);
  if (outcome === "missing") return redirectFromMissingTask(viewer, id);
  return toast(
    "success",
    outcome === "withdrawn" ? "Request cancelled" : "This request has already ended",
  );
});
