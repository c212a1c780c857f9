import { TooManyInTurn } from "#app/domain/accounts/credentials/in-turn.server.ts";

/** The body of an answer with status 503. */
export const busyMessage = "Busy, one moment. Please try again in a few seconds.";

/** "busy" if too many others wait for their turn. */
export function unlessBusy<T>(work: Promise<T>): Promise<T | "busy"> {
  return work.catch((error: unknown) => {
    if (error instanceof TooManyInTurn) return "busy" as const;
    throw error;
  });
}
