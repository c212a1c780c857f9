import type { ActionFunctionArgs } from "@remix-run/node";
import { startConnection } from "./connection.server.ts";
import { requireViewer } from "#app/web/session.server.ts";

export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  return startConnection(args.request, await requireViewer(args, { returnTo: "/preferences/calendar" }));
}
