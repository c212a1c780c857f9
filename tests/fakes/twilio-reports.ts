import type { TwilioState } from "./twilio-state.ts";
import { postSigned, statusFields } from "./twilio-webhooks.ts";

/** Gives a message a status and reports it where its sender wants to hear of it. */
export async function report(
  { store, callbacks, caller }: TwilioState,
  sid: string,
  status: string,
  errorCode: number | null = null,
): Promise<Response | undefined> {
  const message = store.get(sid);
  if (!message) throw new Error(`There is no message ${sid}`);
  Object.assign(message, { status, error_code: errorCode });
  const callback = callbacks.get(sid);
  return callback ? postSigned(caller, callback, statusFields(caller, message)) : undefined;
}

/** What becomes of a message that was taken, as Twilio tells it: sent, and then that it arrived or did not. */
export async function reportItsWay(state: TwilioState, sid: string, errorCode: number | null): Promise<void> {
  const steps = ["sent", errorCode === null ? "delivered" : "undelivered"];
  for (const status of steps) {
    if (!state.isReporting) return;
    // Whoever cannot be reached has lost this report, as with the real one.
    await report(state, sid, status, status === "sent" ? null : errorCode).catch(() => undefined);
  }
}
