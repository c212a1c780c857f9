import type { RequestHandler } from "express";
import { sendPlainPage } from "./plain-page.ts";

const allowedMethods = ["GET", "HEAD", "POST"];

/** Refuses requests that no page of ours leads to, before anything else reads (and logs) what is odd about them. */
export const wellFormed: RequestHandler = (req, res, next) => {
  if (!allowedMethods.includes(req.method)) {
    res.setHeader("Allow", allowedMethods.join(", "));
    return sendPlainPage(res, 405, "Not possible", "Mila understands GET and POST only.");
  }
  // `_data` is Remix's older way of asking for data, which its pages no longer use.
  if (isDecodable(req.path) && !("_data" in req.query)) return next();
  sendPlainPage(res, 400, "That is no address", "Please check the link.");
};

/** True when the path's percent signs make sense. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
