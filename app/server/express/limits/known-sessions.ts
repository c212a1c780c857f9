import { hash } from "node:crypto";
import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { getContext } from "../request-context.ts";

const maxSessions = 10_000;

/** Hashes of sessions. A session is known once a request of it was answered. */
const knownSessions = new LRUCache<string, true>({ max: maxSessions });

export function isKnown(req: Request): boolean {
  const key = keyOf(req);
  return key !== undefined && knownSessions.has(key);
}

/** Remembers the request's session once it is answered, or forgets it if it has ended. */
export function rememberSession(req: Request, res: Response): void {
  const key = keyOf(req);
  if (key === undefined) return;
  const context = getContext(res);
  context.onRendered(() => {
    if (context.userId) knownSessions.set(key, true);
    else if (context.hasEndedSession) knownSessions.delete(key);
  });
}

function keyOf({ headers }: Request): string | undefined {
  const session = /(?:^|;\s*)(?:__Host-)?mila_session=([^;]+)/.exec(headers.cookie ?? "")?.[1];
  return session && hash("sha256", session, "base64url");
}
