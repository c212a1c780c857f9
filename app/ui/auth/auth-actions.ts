import { createClientAction } from "#app/ui/saving/client-action.ts";
import { routeActions } from "#app/ui/saving/preloaded-actions.ts";
import { couldNotConnect, couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";

export const signInActions = routeActions(
  "routes/auth",
  ["google", "oidc/start"],
  createClientAction(couldNotSignIn),
);

export const confirmActions = routeActions(
  "routes/auth/confirm",
  ["google", "oidc"],
  createClientAction(couldNotSignIn),
);

export const connectActions = routeActions(
  "routes/preferences/calendar",
  ["connect"],
  createClientAction(couldNotConnect),
);
