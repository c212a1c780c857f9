import type { AppLoadContext } from "@remix-run/node";

/**
 * Logs an unexpected error, and returns the refusal. Rethrows responses, which are thrown on
 * purpose.
 */
export async function refuseIfBroken<Answer>(
  { logError }: Pick<AppLoadContext, "logError">,
  work: () => Promise<Answer>,
  refuse: () => Promise<Response>,
): Promise<Answer | Response> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    logError(thrown);
    return refuse();
  }
}
