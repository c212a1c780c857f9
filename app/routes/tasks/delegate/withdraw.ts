import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const outcome = await withdrawRequest(database(), viewer, args.params.id ?? "");
  if (outcome === "missing") notFound();
  const title = outcome === "withdrawn" ? "Request cancelled" : "This request has already ended";
  return redirectWithToast(
    await readRedirectTo(args.request, "/dashboard"),
    toast("success", title),
  );
}
