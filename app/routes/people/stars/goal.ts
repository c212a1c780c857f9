import { goalInput } from "#app/domain/children/input.ts";
import { setGoal } from "#app/domain/children/stars.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/people/:id/stars", async ({ db, viewer, id, request }) => {
  const form = await readForm(request, goalInput);
  if (form.status !== "success") {
    const errors = Object.values(form.error ?? {}).flat();
    return toast("error", "Nothing changed", { message: errors[0] ?? "Please look at the goal." });
  }
  const { goalStars: stars, words } = form.value;
  return (await setGoal(db, viewer, id, { stars, words })) && toast("success", "Goal saved");
});
