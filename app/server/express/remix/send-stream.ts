import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { Response as ExpressResponse } from "express";

/** Remix's own writer would hold in memory all that a slow reader has not taken yet. */
export async function sendStream({ headers, body }: Response, res: ExpressResponse): Promise<void> {
  if (!body) return void res.end();
  // A pipeline adds five of its own to those that compression, the log and the request's context
  // have.
  res.setMaxListeners(20);
  // A page that listens learns at once that it is heard.
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
