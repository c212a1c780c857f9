import type { Request, RequestHandler, Response } from "express";
import { env } from "#app/config/env.server.ts";
import { postmarkPath } from "#app/config/postmark-password.server.ts";
import { log } from "#app/config/log.server.ts";
import { sharePath } from "#app/domain/tasks/offline/shared-input.ts";
import { siteOrigin } from "./host-check.ts";
import { refuse } from "./refuse.ts";

/** Exempts `sharePath`, whose page only shows the text that was sent. */
export const originCheck: RequestHandler = (req, res, next) => {
  // Remix would answer a page's form from a foreign origin with 500.
  if (req.path === sharePath) delete req.headers.origin;
  const isExempt =
    req.method !== "POST" ||
    req.path === sharePath ||
    webhooks.has(req.path) ||
    secretLink.test(req.path);
  if (isExempt || isFromOwnPage(req.headers, siteOrigin(req.headers.host))) return next();
  if (isFromAddressBar(req)) return refuseAddress(req, res);
  const text = "It came from another website, so nothing was changed.";
  refuse(req, res, { status: 403, code: "forbidden", title: "Request blocked", text });
};

/**
 * These routes validate their callers themselves. Any other path would reach Remix, which answers a
 * foreign origin with 500.
 */
const webhooks = new Set(["/webhooks/twilio/status", "/webhooks/twilio/inbound", postmarkPath]);

/**
 * The path of a notification's button, which ntfy's web app presses too, or of a tick on a child's
 * page, which sends no referrer and so "Origin: null". The link is the proof, and no cookie is read.
 */
const secretLink = /^\/(?:reminder-actions\/[\w-]+\.\d+\.[\w-]+|child\/[\w-]{43}\/(?:un)?tick)$/;

function isFromOwnPage(headers: Record<string, unknown>, own: string): boolean {
  if (headers.origin !== undefined) return headers.origin === own;
  // Programs other than browsers send neither header.
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * True if the browser got the page from the address to which it sends the form: APP_URL is then not
 * the address that it shows.
 */
function isFromAddressBar({ headers, headersDistinct }: Request): boolean {
  const { origin } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  // Browsers send the header only at https and localhost. Elsewhere, compares the requested host,
  // which `hostCheck` has replaced.
  return (
    headers["sec-fetch-site"] === "same-origin" ||
    new URL(origin).host === headersDistinct.host?.[0]
  );
}

let isLogged = false;

function refuseAddress(req: Request, res: Response): void {
  const text = env.APP_URL
    ? `Mila's own address is ${env.APP_URL}, so nothing was changed. ` +
      "Open her there, or ask her owner to set APP_URL to this address and restart her."
    : "Mila doesn't know this address, so nothing was changed. " +
      "Her owner needs to set APP_URL to it, for example APP_URL=https://mila.example.com, and restart her.";
  // Logged only once, because anyone can send such requests.
  if (!isLogged)
    log.warn({ APP_URL: env.APP_URL ?? null }, "a form came from another address than APP_URL");
  isLogged = true;
  refuse(req, res, {
    status: 403,
    code: "forbidden",
    title: "Mila isn't set up for this address",
    text,
  });
}
