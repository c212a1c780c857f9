import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { handOverHousehold } from "#app/domain/household/members/household-members.server.ts";
import { entryGone } from "./entry-gone.server.ts";
import { forbidden } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { EntryGone as ErrorBoundary } from "#app/components/family/entry-gone.tsx";
export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/family/members";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  const outcome = await handOverHousehold(database(), viewer, args.params.id ?? "");
  if (outcome === "missing") return entryGone();
  if (outcome === "forbidden") forbidden();
  return redirectWithToast(list, toast("success", "Owner changed"));
}
