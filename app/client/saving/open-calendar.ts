import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { clientAction } from "./failed-save.ts";

/**
 * For routes that may lead to Google Calendar, as the server's: but its page opens in a tab of its own, and what is here
 * stays, or closes when it was a dialog that asked for the date.
 */
export async function calendarClientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await clientAction(args);
  } catch (thrown) {
    const tab = isElsewhere(thrown) && window.open(thrown.headers.get("Location") ?? "", "_blank");
    // To where it was on its way; also where the browser lets no tab open.
    if (!tab) throw thrown;
    tab.opener = null;
    const { pathname, search } = window.location;
    return replace(new URL(args.request.url).pathname === pathname ? "/dashboard" : pathname + search);
  }
}

function isElsewhere(thrown: unknown): thrown is Response {
  const location = thrown instanceof Response && thrown.headers.get("Location");
  return Boolean(location) && new URL(location || "", window.location.href).origin !== window.location.origin;
}
