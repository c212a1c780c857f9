import { hash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { refuse } from "../refuse.ts";
import { getContext } from "../request-context.ts";

const [maxOfNetwork, maxOfAll] = [100, 2_000];
const maxSessions = 10_000;

const busy = {
  status: 503,
  code: "busy",
  title: "One moment, please",
  text: 'Many are asking at once. Nothing was lost. Please wait some seconds. <a href="">Try again</a>',
};

/** By hash. Whoever a request was answered for is no stranger the next time. */
const knownSessions = new LRUCache<string, true>({ max: maxSessions });

/** By network, whose turn comes in the order of this map. */
const waiting = new Map<string, (() => void)[]>();
let count = 0;

/**
 * Starts one request of a stranger in each turn of the event loop, and each network's in turn. Answers are made without
 * a pause, so a thousand at once would keep everyone else from theirs.
 */
export const strangersInTurn: RequestHandler = (req, res, next) => {
  const session = /(?:^|;\s*)(?:__Host-)?mila_session=([^;]+)/.exec(req.headers.cookie ?? "")?.[1];
  if (session && isKnown(session, res)) return next();
  const { ipAddress } = getContext(res);
  const queue = waiting.get(ipAddress) ?? [];
  if (queue.length >= maxOfNetwork || count >= maxOfAll) {
    res.setHeader("Retry-After", "3");
    return refuse(req, res, busy);
  }
  queue.push(() => (res.closed ? undefined : next()));
  waiting.set(ipAddress, queue);
  count += 1;
  if (count === 1) setImmediate(startNext);
};

function isKnown(session: string, res: Response): boolean {
  const key = hash("sha256", session, "base64url");
  const context = getContext(res);
  context.onMade(() => {
    if (context.userId) knownSessions.set(key, true);
    else if (context.hasEndedSession) knownSessions.delete(key);
  });
  return knownSessions.has(key);
}

function startNext(): void {
  for (const [network, queue] of waiting) {
    const start = queue.shift();
    waiting.delete(network);
    if (queue.length > 0) waiting.set(network, queue);
    count -= 1;
    if (count > 0) setImmediate(startNext);
    return start?.();
  }
}
