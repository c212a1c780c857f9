import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { couldNotChange, createClientAction } from "./client-action.ts";

const clientAction = createClientAction(couldNotChange);

export async function calendarClientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await clientAction(args);
  } catch (thrown) {
    const tab =
      isExternalRedirect(thrown) && window.open(thrown.headers.get("Location") ?? "", "_blank");
    // If the browser blocks the tab, this page follows the redirect.
    if (!tab) throw thrown;
    tab.opener = null;
    const { pathname, search } = window.location;
    return replace(
      new URL(args.request.url).pathname === pathname ? "/dashboard" : pathname + search,
    );
  }
}

function isExternalRedirect(thrown: unknown): thrown is Response {
  const location = thrown instanceof Response && thrown.headers.get("Location");
  return (
    Boolean(location) &&
    new URL(location || "", window.location.href).origin !== window.location.origin
  );
}
