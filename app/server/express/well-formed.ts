import type { RequestHandler } from "express";
import { sendPlainPage } from "./plain-page.ts";

const allowedMethods = ["GET", "HEAD", "POST"];

/** Runs before anything else reads or logs the request. */
export const wellFormed: RequestHandler = (req, res, next) => {
  if (!allowedMethods.includes(req.method)) {
    res.setHeader("Allow", allowedMethods.join(", "));
    return sendPlainPage(res, 405, "Method not allowed", "Mila accepts GET and POST only.");
  }
  if (!isDecodable(req.path) || isOldDataRequest(req.url))
    return sendPlainPage(res, 400, "Invalid address", "Please check the link.");
  if (mayNameHost(decodeURIComponent(req.path)))
    return sendPlainPage(res, 404, "Page not found", "Please check the link.");
  next();
};

/** True for requests that Remix still accepts, but Mila's pages don't send. */
function isOldDataRequest(url: string): boolean {
  const start = url.indexOf("?");
  return start >= 0 && new URLSearchParams(url.slice(start + 1)).has("_data");
}

/**
 * True if Remix would read a host: it parses the decoded path as a URL, where "/\" and "//" begin a
 * host, and control characters are skipped.
 */
function mayNameHost(path: string): boolean {
  return /^\/\p{Cc}*[\\/]/u.test(path);
}

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const maxLength = 1_000;

/**
 * Not truncated, because other programs on this host may have long cookies. They are split in one
 * pass, and only Mila's are read.
 */
const uncut = new Set(["cookie"]);

/** Truncated at the start: proxies append, and only their entries count. */
const cutAtStart = new Set([
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
]);

/**
 * Truncates headers, so that nothing that parses them, here or in packages, gets more than this.
 */
export const shortHeaders: RequestHandler = ({ headers }, _res, next) => {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string" || value.length <= maxLength || uncut.has(name)) continue;
    headers[name] = cutAtStart.has(name) ? value.slice(-maxLength) : value.slice(0, maxLength);
  }
  next();
};
