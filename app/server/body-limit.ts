import type { RequestHandler } from "express";
import { refuse } from "./refuse.ts";

const maxBytes = 256 * 1024;

export const bodyLimit: RequestHandler = (req, res, next) => {
  const text = "Please send less than 256 KB.";
  const refuseBody = () => refuse(req, res, { status: 413, code: "too_large", title: "That's too large", text });
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) {
    // Discards the rest: a client that is cut off while sending never sees the answer.
    req.resume();
    return refuseBody();
  }

  // Node enforces Content-Length, and a request with neither header has no body.
  if (req.headers["transfer-encoding"] === undefined) return next();
  // Remix reads the request itself, so chunked bodies are counted as Node's parser delivers them. Only theirs: V8 is slow
  // to free requests that have a function of their own.
  let received = 0;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding) => {
    received += chunk?.length ?? 0;
    if (received <= maxBytes) return push(chunk, encoding);
    if (!res.headersSent) {
      res.setHeader("Connection", "close");
      refuseBody();
      req.destroy();
    }
    return false;
  };
  next();
};
