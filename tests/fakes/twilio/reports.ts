import type { TwilioState } from "./state.ts";
import { postSigned, statusFields } from "./webhooks.ts";

/** Sets a message's status and reports it to its callback. */
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

/** Reports a message as sent, then as delivered or failed. */
export async function reportItsWay(
  state: TwilioState,
  sid: string,
  errorCode: number | null,
): Promise<void> {
  const steps = ["sent", errorCode === null ? "delivered" : "undelivered"];
  for (const status of steps) {
    if (!state.isReporting) return;
    // An unreachable instance loses this report, as with Twilio.
    await report(state, sid, status, status === "sent" ? null : errorCode).catch(() => undefined);
  }
}
