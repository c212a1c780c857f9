import { redirect } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { dismissNotice } from "#app/domain/instance/dismissed-notices.server.ts";
import { dismissedNotice } from "#app/domain/instance/input.ts";
import { requireForm } from "#app/server/form.server.ts";
import { ownerAction } from "../preferences/instance/owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/dashboard", async ({ db, request, back }) => {
  await dismissNotice(db, await requireForm(request, dismissedNotice));
  return redirect(back, 303);
});
