import type { RequestHandler } from "express";
import { ownOrigin } from "./host-check.ts";
import { sendPlainPage } from "./plain-page.ts";

/** Refuses posts from other sites. It runs before every route, so none can forget it. */
export const originCheck: RequestHandler = (req, res, next) => {
  if (req.method !== "POST" || isWebhook(req.path) || isFromOwnPage(req.headers, ownOrigin(req.headers.host)))
    return next();
  sendPlainPage(res, 403, "Request blocked", "It came from another website, so nothing was changed.");
};

/** Providers call these, and each validates them itself. Matches the path as it came, not resolved. */
function isWebhook(path: string): boolean {
  return /^\/webhooks\/[a-z]+(\/[a-z]+)?$/.test(path);
}

function isFromOwnPage(headers: Record<string, unknown>, own: string): boolean {
  if (headers.origin !== undefined) return headers.origin === own;
  // Programs other than browsers send neither header.
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
