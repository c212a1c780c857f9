import type { ActionFunctionArgs } from "@remix-run/node";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/family/members";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  const outcome = await leaveHousehold(database(), viewer, args.params.id ?? "");
  if (outcome === "missing") notFound();
  if (outcome === "hand_over_first") {
    return redirectWithToast(
      list,
      toast("error", "Error", { message: "Make someone else the owner first." }),
    );
  }
  if (outcome === "is_alone") {
    return redirectWithToast(
      list,
      toast("error", "Error", { message: "You're the only one in this household." }),
    );
  }
  return redirectWithToast("/dashboard", toast("success", "You now have your own household"));
}
