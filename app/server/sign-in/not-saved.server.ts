import type { LoaderFunctionArgs } from "@remix-run/node";
import { isFormKept } from "./kept-form.server.ts";
import { notSavedYet, type Toast } from "../toast.server.ts";
import { isForCopy } from "../shell/copy.server.ts";
import { forViewer } from "../shell/for-viewer.server.ts";

/** Marks a form that is given back later than right after signing in. */
export async function findNotSaved(args: LoaderFunctionArgs): Promise<Toast | undefined> {
  if (isForCopy(args.request)) return undefined;
  return forViewer(args, undefined, async ({ userId, hasKeptForms }) =>
    hasKeptForms && (await isFormKept(userId, args.request.url)) ? notSavedYet() : undefined,
  );
}
