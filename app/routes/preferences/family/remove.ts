import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotRemove } from "#app/ui/saving/family-failures.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import { listAcceptedTitles } from "#app/domain/delegation/views/accepted-titles.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { removedToast } from "./removed-toast.server.ts";

export { EntryGone as ErrorBoundary } from "#app/ui/family/entry-gone.tsx";
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
