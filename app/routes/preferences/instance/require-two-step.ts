import { createClientAction } from "#app/ui/saving/client-action.ts";
import { requiredTwoStep } from "#app/domain/instance/input.ts";
import { requireTwoStep } from "#app/domain/instance/required-two-step.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { ownerAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance", async ({ db, request }) => {
  const { required } = await requireForm(request, requiredTwoStep);
  await requireTwoStep(db, required === "yes");
  return toast(
    "success",
    required === "yes"
      ? "Everyone needs a second step now"
      : "A second step is everyone's choice now",
  );
});
