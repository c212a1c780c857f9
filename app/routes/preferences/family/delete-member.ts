import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotRemove } from "#app/ui/saving/family-failures.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { listAcceptedTitles } from "#app/domain/delegation/views/accepted-titles.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { removedToast } from "./removed-toast.server.ts";

export { EntryGone as ErrorBoundary } from "#app/ui/family/entry-gone.tsx";
export const clientAction = createClientAction(couldNotRemove);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const accepted = (await listAcceptedTitles(db, viewer)).get(id);
  return (await removeFamilyMember(db, viewer, id)) ? removedToast(accepted) : entryGone();
});
