import { createClientAction } from "#app/client/saving/client-action.ts";
import { handOverHousehold } from "#app/domain/household/members/household-members.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { forbidden } from "#app/web/http-errors.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { entryGone } from "./entry-gone.server.ts";

export { EntryGone as ErrorBoundary } from "#app/components/family/entry-gone.tsx";
export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const outcome = await handOverHousehold(db, viewer, id);
  if (outcome === "missing") return entryGone();
  if (outcome === "forbidden") forbidden();
  return toast("success", "Owner changed");
});
