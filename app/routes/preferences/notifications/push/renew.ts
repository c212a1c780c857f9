import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { renewPushDevice } from "#app/domain/preferences/push/devices.server.ts";
import { renewedSubscription } from "#app/domain/preferences/push/input.ts";
import { requireForm } from "#app/server/form.server.ts";
import { noSuchFile } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/**
 * Serves the service worker. The device stays its owner's, even if another user is signed in by
 * now.
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  const renewed = await requireForm(args.request, renewedSubscription);
  const isRenewed = await renewPushDevice(database(), viewer, renewed, env.PUSH_HOSTS);
  return isRenewed ? new Response(null, { status: 204 }) : noSuchFile();
}
