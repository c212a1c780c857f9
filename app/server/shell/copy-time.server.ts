import type { LoaderFunctionArgs } from "@remix-run/node";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import { isForCopy } from "./copy.server.ts";
import { forViewer } from "./for-viewer.server.ts";

/** In the viewer's time zone: a copy says how old it is. Undefined for pages that are no copy. */
export async function readCopyTime(args: LoaderFunctionArgs): Promise<string | undefined> {
  if (!isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ timeZone }) => formatDue(nowIso(), timeZone));
}
