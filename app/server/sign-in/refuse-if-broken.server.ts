import type { AppLoadContext } from "@remix-run/node";

/** Logs what breaks, and answers with the refusal. Responses that are thrown on purpose pass. */
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
