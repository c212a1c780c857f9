import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { cancelWaiting } from "#app/domain/outbox/sending/by-owner.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../../not-found.tsx";

const list = "/preferences/instance/deliveries";

export async function action(args: ActionFunctionArgs) {
  await requireOwner(args, { returnTo: list });
  const isDone = await cancelWaiting(database(), args.params.id ?? "", nowIso());
  return redirectWithToast(
    list,
    isDone
      ? toast("success", "Message cancelled")
      : toast("error", "Too late: it is already on its way."),
  );
}
