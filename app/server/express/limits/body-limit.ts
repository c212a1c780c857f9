import type { Request, RequestHandler } from "express";
import { isFromPostmark, postmarkPath } from "#app/config/postmark-password.server.ts";
import { importPath, maxUploadBytes } from "#app/domain/imports/limits.ts";
import { type Refusal, refuse } from "../refuse.ts";
import { longBytes, takeLongBody } from "./long-bodies.ts";
import { busy } from "./strangers.ts";

const usualBytes = 256 * 1024;
/** Postmark sends whole mails, with their attachments. */
const postmarkBytes = 40 * 1024 * 1024;
/** Mila's longest form has fewer fields. Parsing 100,000 would block the server for 200 ms. */
const maxSeparators = 1_000;
const separator = "&".charCodeAt(0);

/**
 * These bodies are not split at separators. A comma would begin a second type, so it must not
 * follow.
 */
const hasNoSeparators = /^(multipart\/form-data|application\/json)\s*(;[^,]*)?$/i;

const isMultipart = /^multipart\/form-data\s*;/i;

const tooLarge = {
  status: 413,
  code: "too_large",
  title: "That's too large",
  text: "Please send less than 256 KB.",
};
const tooLargeFile = { ...tooLarge, text: "Please choose a file of less than 50 MB." };
const tooManyFields = {
  status: 400,
  code: "not_json",
  title: "This form can't be read",
  text: "It has too many fields.",
};

interface Limit {
  maxBytes: number;
  overSize: Refusal;
  isImport: boolean;
}

function limitOf({ path, headers }: Request): Limit {
  const isImport = path === importPath && isMultipart.test(headers["content-type"] ?? "");
  if (isImport) return { maxBytes: maxUploadBytes, overSize: tooLargeFile, isImport };
  const isPostmark = path === postmarkPath && isFromPostmark(headers.authorization);
  return { maxBytes: isPostmark ? postmarkBytes : usualBytes, overSize: tooLarge, isImport };
}

export const bodyLimit: RequestHandler = (req, res, next) => {
  const { maxBytes, overSize, isImport } = limitOf(req);
  const length = Number(req.headers["content-length"] ?? 0);
  // Its page reads nothing then, and says so beside the field.
  if (isImport && length > maxBytes) return next();
  if (length > maxBytes) {
    // Discards the rest, because a client that is cut off while sending never sees the response.
    req.resume();
    return refuse(req, res, tooLarge);
  }
  if (length > longBytes && !takeLongBody(req, res)) {
    req.resume();
    return refuse(req, res, busy);
  }
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const isSplit = !hasNoSeparators.test(req.headers["content-type"] ?? "");
  // Node enforces Content-Length, and a request with neither header has no body.
  if (!isChunked && !(isSplit && length > maxSeparators)) return next();
  // Remix reads the request itself, so bodies are counted as Node's parser delivers them. Counts
  // only long bodies, because V8 is slow to free requests that have a function of their own.
  let [received, separators] = [0, 0];
  let hasPlace = !isChunked;
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding) => {
    const refusal = chunk && judge(chunk);
    if (!refusal) return push(chunk, encoding);
    if (!res.headersSent) {
      res.setHeader("Connection", "close");
      refuse(req, res, refusal);
      req.destroy();
    }
    return false;
  };
  next();

  function judge(chunk: Buffer): Refusal | null {
    received += chunk.length;
    if (isSplit) separators += countSeparators(chunk);
    if (received > maxBytes) return overSize;
    if (separators > maxSeparators) return tooManyFields;
    if (received <= longBytes || hasPlace) return null;
    hasPlace = takeLongBody(req, res);
    return hasPlace ? null : busy;
  }
};

function countSeparators(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(separator); at >= 0; at = chunk.indexOf(separator, at + 1))
    count += 1;
  return count;
}
