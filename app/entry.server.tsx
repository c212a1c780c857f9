import { buffer } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { RequestContextProvider } from "./components/layout/request-context.tsx";
import { log } from "./config/log.server.ts";

const patienceMs = 5_000;

/** Renders a page whole before the first byte: its status is right, and nothing on it waits for a script. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed = false;
    let isLost = false;
    const { pipe, abort } = renderToPipeableStream(
      <RequestContextProvider value={{ nonce: context.nonce, requestId: context.requestId }}>
        <RemixServer context={remixContext} url={request.url} abortDelay={patienceMs} nonce={context.nonce} />
      </RequestContextProvider>,
      {
        nonce: context.nonce,
        onAllReady() {
          // React calls this after an error of the whole page too, and reading such a page fails where nobody waits.
          if (isLost) return;
          // In one piece: React writes 2 KB at a time, each of which would be compressed and sent by itself.
          const page = buffer(pipe(new PassThrough({ highWaterMark: 1024 * 1024 })));
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(
            page.then(
              (body) => new Response(withoutGaps(body) as BodyInit, { headers, status: failed ? 500 : status }),
            ),
          );
        },
        onShellError(error) {
          isLost = true;
          reject(error);
        },
        onError(error) {
          failed = true;
          log.error({ err: error, requestId: context.requestId }, "page failed");
        },
      },
    );
    setTimeout(abort, patienceMs).unref();
  });
}

/** What the error pages show under its id. Answers such as 404 are no errors; loaders' own are logged where they are caught. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error({ err: error, requestId: context.requestId }, "request failed");
};

/**
 * React 18 leaves NUL bytes where a letter of several bytes meets the end of its 2 KB buffer (react#24985). A page has
 * none of its own.
 */
function withoutGaps(page: Buffer): Buffer {
  return page.includes(0) ? Buffer.from(page.filter((byte) => byte !== 0)) : page;
}
