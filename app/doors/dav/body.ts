import type { IncomingMessage } from "node:http";
import { DavError } from "./dav-error.ts";

const maxBytes = 1024 * 1024;

const tooLarge = () =>
  new DavError(413, "Send at most 1 MB.", { headers: { Connection: "close" } });

/** @throws DavError */
export function readBody(req: IncomingMessage): Promise<string> {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      req.pause();
      reject(tooLarge());
    });
    req.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    req.on("error", reject);
  });
}
