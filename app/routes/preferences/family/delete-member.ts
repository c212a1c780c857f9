import { createClientAction } from "#app/client/saving/client-action.ts";
import { couldNotRemove } from "#app/client/saving/family-failures.ts";
import { removeFamilyMember } from "#app/domain/household/family/change-family.server.ts";
import { listAcceptedTitles } from "#app/domain/pages/accepted-titles.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { removedToast } from "./removed-toast.server.ts";

export { EntryGone as ErrorBoundary } from "#app/components/family/entry-gone.tsx";
export const clientAction = createClientAction(couldNotRemove);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const accepted = (await listAcceptedTitles(db, viewer)).get(id);
  return (await removeFamilyMember(db, viewer, id)) ? removedToast(accepted) : entryGone();
});
