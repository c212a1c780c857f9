import { hash, randomUUID } from "node:crypto";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { isSecureHost } from "#app/config/secure-host.server.ts";
import { copyHeader } from "#app/domain/tasks/offline/limits.ts";
import { readDataVersion } from "#db/connection.server.ts";
import { getContext } from "./request-context.ts";

/** The HTML of these pages depends only on what their loaders return. */
const conditionalPaths = ["/dashboard"];
const maxKept = 1_000;
/** Differs after each start, because Mila may have been updated, or have other settings. */
const start = randomUUID();

interface Kept {
  tag: string;
  /** The database's version and the minute of the page. */
  state: string;
}

/** Keyed by request. */
const kept = new LRUCache<string, Kept>({ max: maxKept });

/**
 * Answers 304 while the browser's copy is current. A page's tag is a hash of what its loaders
 * returned. Without running them, the tag is still valid if the same request came earlier in this
 * minute, and no row has changed since.
 */
export const unchangedPages: RequestHandler = (req, res, next) => {
  if (!isConditional(req)) return next();
  answerIfUnchanged(req, res, next).catch(next);
};

async function answerIfUnchanged(req: Request, res: Response, next: NextFunction): Promise<void> {
  const state = await readState().catch(() => null);
  // Without a database, the page says what is wrong.
  if (state === null) return next();
  const key = digest([req.url, req.protocol, req.headers.host, req.headers.cookie].join("\n"));
  const known = kept.get(key);
  if (known?.state === state && hasTag(req, known.tag))
    return void answerUnchanged(res, known.tag).end();

  const context = getContext(res);
  context.isUnchanged = (content) => {
    const tag = `W/"${digest(start + content)}"`;
    if (!context.hasFailedPart) kept.set(key, { tag, state });
    if (hasTag(req, tag)) return Boolean(answerUnchanged(res, tag));
    setValidators(res, tag);
    return false;
  };
  next();
}

function isConditional(req: Request): boolean {
  // The service worker's copies contain their time.
  return (
    req.method === "GET" &&
    conditionalPaths.includes(req.path) &&
    !req.get(copyHeader) &&
    isSecureHost(req.headers.host)
  );
}

async function readState(): Promise<string> {
  return `${await readDataVersion()} ${Math.floor(Date.now() / 60_000)}`;
}

function hasTag(req: Request, tag: string): boolean {
  return (req.headers["if-none-match"] ?? "").split(",").some((known) => known.trim() === tag);
}

/** The browser keeps the policy and nonce that came with its copy. */
function answerUnchanged(res: Response, tag: string): Response {
  setValidators(res, tag).removeHeader("Content-Security-Policy");
  return res.status(304);
}

function setValidators(res: Response, tag: string): Response {
  return res.set({ ETag: tag, "Cache-Control": "private, no-cache" }).vary("Cookie");
}

/** Unlike `createHash`, `hash` creates no object that V8 is slow to free. */
function digest(text: string): string {
  return hash("sha256", text, "base64url");
}
