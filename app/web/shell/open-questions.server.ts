import type { LoaderFunctionArgs } from "@remix-run/node";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { database } from "#db/connection.server.ts";
import { getViewer } from "../session.server.ts";

/** With every page, so that a dashboard that is still loading knows its first card. 0 if it cannot be read. */
export async function countOpenQuestions(args: LoaderFunctionArgs): Promise<number> {
  try {
    const viewer = await getViewer(args);
    return viewer ? (await findWelcome(database(), viewer)).open.length : 0;
  } catch (error) {
    args.context.logError(error);
    return 0;
  }
}
