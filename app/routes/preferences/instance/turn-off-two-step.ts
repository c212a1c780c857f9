import { createClientAction } from "#app/ui/saving/client-action.ts";
import { turnOffTwoStep } from "#app/domain/accounts/factors/factors.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { accountAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = accountAction(
  async ({ db, account }) => {
    await turnOffTwoStep(db, { userId: account.id, by: "owner" });
    return toast("success", "Two-step sign-in is off", { message: account.email });
  },
  { confirm: requireFullyConfirmed },
);
