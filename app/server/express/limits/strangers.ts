import type { RequestHandler } from "express";
import { type Refusal, refuse } from "../refuse.ts";
import { getContext } from "../request-context.ts";
import { isKnown, rememberSession } from "./known-sessions.ts";

const [maxOfNetwork, maxOfAll] = [100, 2_000];
/** Rendering a page takes 3 ms. */
const startedAtOnce = 4;

export const busy: Refusal = {
  status: 503,
  code: "busy",
  title: "One moment, please",
  text: "Many are asking at once. Nothing was lost. Please wait some seconds.",
};

/** Keyed by network. The networks are served in the order of this map. */
const waiting = new Map<string, (() => void)[]>();
let count = 0;

/**
 * Starts a few of the strangers' requests in each round of the event loop, alternating between
 * networks. Rendering never pauses, so a thousand at once would block everyone else.
 */
export const queueStrangers: RequestHandler = (req, res, next) => {
  rememberSession(req, res);
  if (isKnown(req)) return next();
  const { ipAddress } = getContext(res);
  const queue = waiting.get(ipAddress) ?? [];
  if (queue.length >= maxOfNetwork || count >= maxOfAll) return refuse(req, res, busy);
  queue.push(() => (res.closed ? undefined : next()));
  waiting.set(ipAddress, queue);
  count += 1;
  if (count === 1) setImmediate(startNext);
};

function startNext(): void {
  const starts = Array.from({ length: Math.min(startedAtOnce, count) }, takeNext);
  if (count > 0) setImmediate(startNext);
  for (const start of starts) start?.();
}

function takeNext(): (() => void) | undefined {
  for (const [network, queue] of waiting) {
    waiting.delete(network);
    if (queue.length > 1) waiting.set(network, queue);
    count -= 1;
    return queue.shift();
  }
}
