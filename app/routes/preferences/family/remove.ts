import { createClientAction } from "#app/client/saving/client-action.ts";
import { couldNotRemove } from "#app/client/saving/family-failures.ts";
import { listHouseholdMembers } from "#app/domain/household/members/household-members.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import { listAcceptedTitles } from "#app/domain/pages/accepted-titles.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { forbidden } from "#app/web/http-errors.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { removedToast } from "./removed-toast.server.ts";

export { EntryGone as ErrorBoundary } from "#app/components/family/entry-gone.tsx";
export const clientAction = createClientAction(couldNotRemove);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const member = (await listHouseholdMembers(db, viewer)).find((each) => each.id === id);
  const accepted = (await listAcceptedTitles(db, viewer)).get(member?.userId ?? "");
  const outcome = await removeHouseholdMember(db, viewer, id);
  if (outcome === "missing") return entryGone();
  if (outcome === "forbidden") forbidden();
  return removedToast(accepted);
});
