import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createRemixRequest } from "@remix-run/express/dist/server.js";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import type { NextFunction, Request, RequestHandler, Response as ExpressResponse } from "express";
import { env } from "#app/config/env.server.ts";
import { getContext } from "./request-context.ts";

const level = 3;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };

/** A higher level would cost the server more time than it saves on most connections. */
const compress = compression({ level, brotli });

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Works like `createRequestHandler` of @remix-run/express, but sends pages without its streams. */
export function remixHandler(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler(build, env.NODE_ENV);
  const answer = async (req: Request, res: ExpressResponse, next: NextFunction) => {
    const context = getContext(res);
    const response = await handle(createRemixRequest(req, res), context).finally(
      context.endRendering,
    );
    copyHead(response, res);
    if (!response.body && context.page) {
      await sendCompressed(req, res, context.page);
    } else if (response.body || req.method === "HEAD") {
      compress(req, res, () => void sendStream(response, res).catch(next));
    } else {
      res.end();
    }
  };
  return (req, res, next) => void answer(req, res, next).catch(next);
}

function copyHead({ status, headers }: Response, res: ExpressResponse): void {
  res.status(status);
  for (const [name, value] of headers) res.append(name, value);
}

export function handlerByAddress(buildFor: (path: string) => ServerBuild): RequestHandler {
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    const build = buildFor(req.path);
    const handler = handlers.get(build) ?? remixHandler(build);
    handlers.set(build, handler);
    return handler(req, res, next);
  };
}

const pack = {
  br: (page: Buffer) => packBrotli(page, brotli),
  gzip: (page: Buffer) => packGzip(page, { level }),
};

/** Compresses a whole page in one call, which is cheaper than the streams of `compress`. */
async function sendCompressed(req: Request, res: ExpressResponse, page: Buffer): Promise<void> {
  res.vary("Accept-Encoding");
  const encoding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const isCompressed = encoding && req.method !== "HEAD";
  if (isCompressed) res.setHeader("Content-Encoding", encoding);
  const body = isCompressed ? await pack[encoding as keyof typeof pack](page) : page;
  res.setHeader("Content-Length", body.length).end(body);
}

/** Remix's own writer would buffer in memory everything that a slow client has not read yet. */
async function sendStream({ headers, body }: Response, res: ExpressResponse): Promise<void> {
  if (!body) return void res.end();
  // A pipeline adds five listeners to those of compression, the log and the request's context.
  res.setMaxListeners(20);
  // Tells a listening page at once that it is connected.
  if (headers.get("Content-Type")?.startsWith("text/event-stream")) res.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), res);
  } catch (error) {
    if (!isClosedByReader(error)) throw error;
  }
}

function isClosedByReader(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
