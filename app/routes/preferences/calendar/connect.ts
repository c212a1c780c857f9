import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotConnect } from "#app/ui/saving/sign-in-failures.ts";
import { pageAction } from "#app/server/action.server.ts";
import { startConnection } from "./connection.server.ts";

export const clientAction = createClientAction(couldNotConnect);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", startConnection);
