import { createClientAction } from "#app/ui/saving/client-action.ts";
import { handOverHousehold } from "#app/domain/people/household/household-members.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { entryGone } from "./entry-gone.server.ts";

export { EntryGone as ErrorBoundary } from "#app/ui/family/entry-gone.tsx";
export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const outcome = await handOverHousehold(db, viewer, id);
  if (outcome === "missing") return entryGone();
  if (outcome === "forbidden") forbidden();
  return toast("success", "Owner changed");
});
