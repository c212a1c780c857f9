import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { Failure } from "./failure.ts";
import { unsavedFailure } from "./unsaved.ts";

/** Specification, section 8. */
export const couldNotSave: Failure = {
  title: "Hmm, I couldn't save that.",
  message: "Want me to try again or remind you later tonight?",
};

/** Calls the server's action. If the server is unreachable or fails, the page stays and shows the failure. */
export function createClientAction(failure: Failure = couldNotSave) {
  return async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await serverAction();
    } catch (thrown) {
      if (isDeliberateResponse(thrown)) throw thrown;
      const unsaved = unsavedFailure(thrown);
      // The router skips reloading after an error status. With 503, some changes wait for the server.
      return Response.json({ failed: unsaved ?? failure }, { status: unsaved ? 500 : 503 });
    }
  };
}

/** True for redirects and 4xx responses, which the server threw on purpose. */
export function isDeliberateResponse(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}
