import type { RequestHandler } from "express";
import { siteOrigin } from "./host-check.ts";
import { refuse } from "./refuse.ts";

export const originCheck: RequestHandler = (req, res, next) => {
  const isExempt = req.method !== "POST" || webhooks.has(req.path) || signedLink.test(req.path);
  if (isExempt || isFromOwnPage(req.headers, siteOrigin(req.headers.host))) return next();
  const text = "It came from another website, so nothing was changed.";
  refuse(req, res, { status: 403, code: "forbidden", title: "Request blocked", text });
};

/** They validate their callers themselves. Any other path would reach Remix, which answers a foreign origin with 500. */
const webhooks = new Set(["/webhooks/twilio/status", "/webhooks/twilio/inbound", "/webhooks/postmark"]);

/** A notification's button, which ntfy's web app presses too. The link is the proof, and no cookie is read. */
const signedLink = /^\/reminder-actions\/[\w-]+\.\d+\.[\w-]+$/;

function isFromOwnPage(headers: Record<string, unknown>, own: string): boolean {
  if (headers.origin !== undefined) return headers.origin === own;
  // Programs other than browsers send neither header.
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
