import type { LoaderFunctionArgs } from "@remix-run/node";
import { forViewer } from "./for-viewer.server.ts";

export function ownsMila(args: LoaderFunctionArgs): Promise<boolean> {
  return forViewer(args, false, async ({ isOwner }) => isOwner);
}
