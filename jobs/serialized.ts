import pLimit from "p-limit";
import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";

/**
 * Delivers one at a time: SMTP cannot be polled, so a killed process leaves one message in doubt instead of fifty.
 * @param closing stops new claims
 */
export function serialized(deliver: Deliver, closing: AbortSignal): Deliver {
  const limit = pLimit(1);
  return (id) => limit(async () => (closing.aborted ? null : deliver(id)));
}
