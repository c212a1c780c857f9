import type { LoaderFunctionArgs } from "@remix-run/node";
import { getViewer, type SignedIn } from "../session.server.ts";

/** Reads what surrounds every page: `nothing` for visitors, and if it cannot be read. */
export async function forViewer<Shown>(
  args: LoaderFunctionArgs,
  nothing: Shown,
  read: (viewer: SignedIn) => Promise<Shown>,
): Promise<Shown> {
  try {
    const viewer = await getViewer(args);
    return viewer ? await read(viewer) : nothing;
  } catch (error) {
    args.context.logError(error);
    return nothing;
  }
}
