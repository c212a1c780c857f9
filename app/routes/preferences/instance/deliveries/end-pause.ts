import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { pausedChannel } from "#app/domain/instance/input.ts";
import { endPause } from "#app/domain/outbox/channels/pauses/end-pause.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../../not-found.tsx";

const list = "/preferences/instance/deliveries";

export async function action(args: ActionFunctionArgs) {
  await requireOwner(args, { returnTo: list });
  const submission = await readForm(args.request, pausedChannel);
  if (submission.status !== "success") return badRequest();
  await endPause(database(), submission.value.channel);
  return redirectWithToast(list, toast("success", "Pause ended"));
}
