import { forgetBought } from "#app/domain/lists/bought.server.ts";
import { suggestionInput } from "#app/domain/lists/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Stops suggesting something that was bought before. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id, request }) => {
  const { name } = await requireForm(request, suggestionInput);
  return (
    (await forgetBought(db, viewer, id, name)) &&
    toast("success", "Forgotten", { message: `I suggest ${name} no more.` })
  );
});
