import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compression from "compression";
import type { Request, Response } from "express";

const level = 3;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };

/** A higher level would cost the server more time than it saves on most connections. */
export const compress = compression({ level, brotli });

/** Compresses a whole page in one call, which is cheaper than the streams of `compress`. */
export async function sendCompressed(req: Request, res: Response, page: Buffer): Promise<void> {
  res.vary("Accept-Encoding");
  const encoding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const isCompressed = encoding && req.method !== "HEAD";
  if (isCompressed) res.setHeader("Content-Encoding", encoding);
  const body = isCompressed ? await pack[encoding as keyof typeof pack](page) : page;
  res.setHeader("Content-Length", body.length).end(body);
}

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];
const pack = {
  br: (page: Buffer) => packBrotli(page, brotli),
  gzip: (page: Buffer) => packGzip(page, { level }),
};
