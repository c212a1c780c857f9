import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { Failure } from "./failure.ts";

/** Specification, section 8. */
export const couldNotSave: Failure = {
  title: "Hmm, I couldn't save that.",
  message: "Want me to try again or remind you later tonight?",
};

/**
 * Makes a route's client action, which calls the server's. When the server cannot be reached or breaks, the page stays
 * as it is and shows the failure.
 */
export function createClientAction(failure: Failure = couldNotSave) {
  return async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await serverAction();
    } catch (thrown) {
      if (isAnswer(thrown)) throw thrown;
      // After an action with an error status the router does not load the page's data again.
      return Response.json({ failed: failure }, { status: 503 });
    }
  };
}

/** True for what the server threw on purpose: a redirect, or a response below 500. */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}
