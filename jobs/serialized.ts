import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";

/**
 * Delivers one after the other, each from its claim to its record. Where nobody keeps what was sent (SMTP), a process that
 * dies leaves one message in doubt then, and not as many as it has hands: one extra copy a kill at most.
 * @param closing from then on whose turn comes is not claimed any more
 */
export function serialized(deliver: Deliver, closing: AbortSignal): Deliver {
  let last: Promise<unknown> = Promise.resolve();
  return (id) => {
    const turn = last.then(() => (closing.aborted ? null : deliver(id)));
    last = turn.catch(() => undefined);
    return turn;
  };
}
