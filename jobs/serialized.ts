import pLimit from "p-limit";
import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";

/**
 * Delivers one after the other. A mail server cannot be asked what it accepted (SMTP), so that a killed process leaves
 * one message in doubt and not fifty.
 * @param closing claims nothing more
 */
export function serialized(deliver: Deliver, closing: AbortSignal): Deliver {
  const inTurn = pLimit(1);
  return (id) => inTurn(async () => (closing.aborted ? null : deliver(id)));
}
