import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";

/** What a change that did not reach the server, or broke there, leaves instead of an error page: everything stays put. */
export interface FailedSave {
  failed: { title: string; message: string };
}

/** The specification's words for it (section 8). */
const couldNotSave: FailedSave = {
  failed: { title: "Hmm, I couldn't save that.", message: "Want me to try again or remind you later tonight?" },
};

/** The action in the browser: as the server's, but when that cannot be had the page stays as it is and says so. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (thrown) {
    const isAnswer = thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
    if (isAnswer) throw thrown;
    return couldNotSave;
  }
}

/** The failure among what an action answered, if it is one. */
export function failureIn(answer: unknown): FailedSave["failed"] | undefined {
  return answer && typeof answer === "object" && "failed" in answer ? (answer as FailedSave).failed : undefined;
}
