import type { ActionFunctionArgs, data } from "@remix-run/node";
import type { Kysely } from "kysely";
import { database } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { readRedirectTo } from "./form.server.ts";
import { noLongerThere } from "./http-errors.server.ts";
import { requireViewer, type SignedIn } from "./session.server.ts";
import { redirectWithToast, type Toast } from "./toast.server.ts";

/** The request of a pressed button. */
export interface Press extends ActionFunctionArgs {
  db: Kysely<Database>;
  viewer: SignedIn;
  /** The `:id` of the route's URL, or "". */
  id: string;
  /** The page to return to. */
  back: string;
}

export type Answer = Response | ReturnType<typeof data<object>>;

type Outcome<Other> = Toast | Other | false | null | undefined;

/**
 * Does what the button says. A toast is shown on the page to return to; a falsy result means that
 * what the URL names does not exist, which is a 404: `(await removeBreak(db, viewer, id)) &&
 * toast("success", "Removed")`.
 */
export type Act<Given extends Press, Other extends Answer> = (
  press: Given,
) => Promise<Outcome<Other>>;

/**
 * Makes the action of a route without a page.
 * @param page the page to return to, with `:id` for the route's own
 */
export function pageAction<Other extends Answer = never>(page: string, act: Act<Press, Other>) {
  return async (args: ActionFunctionArgs) => {
    const press = await readPress(page, args);
    return answer(press, await act(press));
  };
}

/**
 * Makes the action of a button that is on many pages, whose form names the page.
 * @param page used if the form names none
 */
export function taskAction<Other extends Answer = never>(
  page: "/dashboard" | "/week" | "/tasks/:id" | "/lists" | "/lists/:id",
  act: Act<Press, Other>,
) {
  return async (args: ActionFunctionArgs) => {
    const press = await readPress(page, args);
    press.back = await readRedirectTo(args.request, press.back);
    return answer(press, await act(press));
  };
}

async function readPress(page: string, args: ActionFunctionArgs): Promise<Press> {
  const id = args.params.id ?? "";
  // An id may be anything that somebody types, and a header takes no other characters.
  const back = page.replace(":id", () => encodeURIComponent(id));
  return {
    ...args,
    db: database(),
    viewer: await requireViewer(args, { returnTo: back }),
    id,
    back,
  };
}

function answer<Other extends Answer>(
  { back }: Press,
  outcome: Outcome<Other>,
): Promise<Response> | Other {
  if (!outcome) noLongerThere();
  return "kind" in outcome ? redirectWithToast(back, outcome) : outcome;
}
