import { createClientAction } from "#app/ui/saving/client-action.ts";
import { unlinkProvider } from "#app/domain/accounts/credentials/providers.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/account",
  async ({ db, viewer, params, back, context }) => {
    const { userId } = viewer;
    const { provider } = params;
    if (provider !== "google" && provider !== "oidc") return null;
    await requireFullyConfirmed(viewer, back);
    const source = auditSource(context);
    const isRemoved = await unlinkProvider(db, { userId, provider, source });
    return (
      isRemoved && toast("success", "Sign-in removed", { message: "Your password still works." })
    );
  },
);
