import { setTimeout as pause } from "node:timers/promises";
import type { LookupResult } from "../sending.ts";
import { type CallResult, isUnavailable, wasNotAccepted } from "./http-call.server.ts";

const copiesUnasked = 2;
const askTimeoutMs = 3_000;

/**
 * Allows another try if the message was not accepted. A server that answers 503 may still have
 * passed the message on, so the provider is asked before a third copy.
 */
export function askBeforeRepeating(
  find: () => Promise<LookupResult>,
): (result: CallResult) => Promise<boolean> {
  let refusals = 0;
  return async (result) => {
    if (!wasNotAccepted(result)) return false;
    if (isUnavailable(result)) refusals += 1;
    if (refusals < copiesUnasked) return true;
    const found = await Promise.race([find(), pause(askTimeoutMs, undefined, { ref: false })]);
    return found?.status === "absent";
  };
}
