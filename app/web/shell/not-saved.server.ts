import type { LoaderFunctionArgs } from "@remix-run/node";
import { hasKeptForm } from "#app/domain/accounts/sessions/kept-form.server.ts";
import { database } from "#db/connection.server.ts";
import { pagePath } from "../redirect-to.server.ts";
import { notSavedYet, type Toast } from "../toast.server.ts";
import { isForCopy } from "./copy.server.ts";
import { forViewer } from "./for-viewer.server.ts";

/** Marks a form that is given back later than right after signing in. */
export async function findNotSaved(args: LoaderFunctionArgs): Promise<Toast | undefined> {
  const path = pagePath(args.request.url);
  // Drafts only come back for the request that they were made from.
  if (path === "/tasks/confirm" || isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ userId }) =>
    (await hasKeptForm(database(), userId, path)) ? notSavedYet() : undefined,
  );
}
