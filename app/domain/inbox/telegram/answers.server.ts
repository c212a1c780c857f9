import { setTimeout as pause } from "node:timers/promises";

/** A chat whose answers wait gets no further ones. */
const maxUnsent = 5;
/** The answers of a usual batch take less. */
const maxWaitMs = 1_000;

/**
 * Sends each chat's answers one after the other, and no chat's wait for another's: somebody who writes without end must
 * not hold up everyone.
 */
export function createAnswers(logFailure: (error: unknown) => void) {
  const chats = new Map<string, { last: Promise<void>; unsent: number }>();

  function add(chat: string, send: () => Promise<unknown>): void {
    const { last, unsent } = chats.get(chat) ?? { last: Promise.resolve(), unsent: 0 };
    if (unsent >= maxUnsent) return;
    const sent = last
      .then(send)
      .catch(logFailure)
      .then(() => end(chat));
    chats.set(chat, { last: sent, unsent: unsent + 1 });
  }

  function end(chat: string): void {
    const { last, unsent } = chats.get(chat)!;
    if (unsent > 1) chats.set(chat, { last, unsent: unsent - 1 });
    else chats.delete(chat);
  }

  /** Waits until all are sent, or for a second. */
  async function settle(): Promise<void> {
    if (chats.size === 0) return;
    const ending = new AbortController();
    const sent = Promise.all([...chats.values()].map(({ last }) => last));
    const waited = pause(maxWaitMs, undefined, { signal: ending.signal }).catch(() => undefined);
    await Promise.race([sent, waited]);
    ending.abort();
  }

  return { add, settle };
}
