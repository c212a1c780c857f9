import type { RequestHandler } from "express";
import { ownOrigin } from "./own-address.ts";
import { sendPlainPage } from "./plain-page.ts";

/**
 * Refuses what another site made a browser send; GET never changes anything.
 * It stands before every route, so that no route can forget it.
 */
export const originCheck: RequestHandler = (req, res, next) => {
  if (req.method !== "POST" || isWebhook(req.path) || isFromOwnPage(req.headers, ownOrigin(req.headers.host)))
    return next();
  sendPlainPage(res, 403, "Not sent from Mila", "This came from another website, so nothing was changed.");
};

/** Providers call these, and each has a proof of its own. The path as it came: nothing that could still be shortened. */
function isWebhook(path: string): boolean {
  return /^\/webhooks\/[a-z]+(\/[a-z]+)?$/.test(path);
}

function isFromOwnPage(headers: Record<string, unknown>, own: string): boolean {
  if (headers.origin !== undefined) return headers.origin === own;
  // Programs that are no browser send neither header: they are judged by their cookie alone.
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
