import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { removeBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/breaks";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  const removed = (await removeBreak(database(), viewer, args.params.id ?? "")) ?? notFound();
  return redirectWithToast(list, toast("success", `${removed.name} removed`));
}
