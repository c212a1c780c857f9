import type { RequestHandler } from "express";
import { sendPlainPage } from "./plain-page.ts";

const maxBytes = 256 * 1024;

export const bodyLimit: RequestHandler = (req, res, next) => {
  const refuse = () => sendPlainPage(res, 413, "That's too large", "Please send less than 256 KB.");
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) {
    // Discards the rest: a client that is cut off while sending never sees the answer.
    req.resume();
    return refuse();
  }

  // Remix reads the request itself, so chunked bodies are counted as Node's parser delivers them.
  let received = 0;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding) => {
    received += chunk?.length ?? 0;
    if (received <= maxBytes) return push(chunk, encoding);
    if (!res.headersSent) {
      res.setHeader("Connection", "close");
      refuse();
      req.destroy();
    }
    return false;
  };
  next();
};
