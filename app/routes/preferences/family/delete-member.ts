import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { removeFamilyMember } from "#app/domain/household/family/change-family.server.ts";
import { listAcceptedTitles } from "#app/domain/pages/accepted-titles.server.ts";
import { removedToast } from "./removed-toast.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotRemove } from "#app/client/saving/family-failures.ts";

export { EntryGone as ErrorBoundary } from "#app/components/family/entry-gone.tsx";
export const clientAction = createClientAction(couldNotRemove);
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/family/members";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  const id = args.params.id ?? "";
  const accepted = (await listAcceptedTitles(database(), viewer)).get(id);
  if (!(await removeFamilyMember(database(), viewer, id))) return entryGone();
  return redirectWithToast(list, removedToast(accepted));
}
