import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotInvite, couldNotRemove } from "#app/ui/saving/family-failures.ts";
import { routeActions } from "#app/ui/saving/preloaded-actions.ts";

const family = (names: string[], action = createClientAction()) =>
  routeActions("routes/preferences/family", names, action);

export const familyActions = {
  ...family(["hand-over", "leave", "revoke-invitation"]),
  ...family(["remove", "delete-member"], createClientAction(couldNotRemove)),
  ...family(["resend-invitation"], createClientAction(couldNotInvite)),
};
