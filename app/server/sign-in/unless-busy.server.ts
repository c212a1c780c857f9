import { FairQueueTimeout } from "#app/domain/accounts/credentials/run-in-fair-queue.server.ts";

/** The body of a response with status 503. */
export const busyMessage = "Busy, one moment. Please try again in a few seconds.";

/** Resolves to "busy" if too many others wait in the queue. */
export function unlessBusy<T>(work: Promise<T>): Promise<T | "busy"> {
  return work.catch((error: unknown) => {
    if (error instanceof FairQueueTimeout) return "busy" as const;
    throw error;
  });
}
