import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { database } from "#db/connection.server.ts";
import { forViewer } from "./for-viewer.server.ts";

export function ownsMila(args: LoaderFunctionArgs): Promise<boolean> {
  return forViewer(args, false, ({ userId }) => isOwner(database(), userId));
}
