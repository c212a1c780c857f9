import { createClientAction } from "#app/client/saving/client-action.ts";
import { couldNotConnect } from "#app/client/saving/sign-in-failures.ts";
import { pageAction } from "#app/web/action.server.ts";
import { startConnection } from "./connection.server.ts";

export const clientAction = createClientAction(couldNotConnect);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", startConnection);
