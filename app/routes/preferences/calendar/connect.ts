import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { couldNotConnect } from "#app/client/saving/sign-in-failures.ts";
import { startConnection } from "./connection.server.ts";
import { requireViewer } from "#app/web/session.server.ts";

export const clientAction = createClientAction(couldNotConnect);
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  return startConnection(args, await requireViewer(args, { returnTo: "/preferences/calendar" }));
}
