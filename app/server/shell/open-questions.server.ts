import type { LoaderFunctionArgs } from "@remix-run/node";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { database } from "#db/connection.server.ts";
import { forViewer } from "./for-viewer.server.ts";

/** With every page, so that a dashboard that is still loading knows its first card. */
export function countOpenQuestions(args: LoaderFunctionArgs): Promise<number> {
  return forViewer(args, 0, async (viewer) => (await findWelcome(database(), viewer)).open.length);
}
