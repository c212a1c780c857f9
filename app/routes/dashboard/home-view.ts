import { redirect } from "@remix-run/node";
import { saveHomeView } from "#app/domain/accounts/profile/profile.server.ts";
import { homeViewChoice } from "#app/domain/tasks/input.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

/** Remembers the view of Home that its user always wants. */
export const action = taskAction("/dashboard", async ({ db, viewer, request, back }) => {
  const { view } = await requireForm(request, homeViewChoice);
  await saveHomeView(db, viewer.userId, view);
  return redirect(back, 303);
});
