import { buffer } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { RequestContextProvider } from "./components/layout/request-context.tsx";
import { viewerHeader } from "./domain/tasks/offline/limits.ts";
import { isForCopy } from "./web/shell/copy.server.ts";
import { log } from "./config/log.server.ts";
import "./domain/wiring/listeners.server.ts";

const timeoutMs = 5_000;

/** Renders the whole page before sending it, so the status is right and nothing waits for a script. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    let hasShellFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <RequestContextProvider value={{ nonce: context.nonce, requestId: context.requestId }}>
        <RemixServer context={remixContext} url={request.url} abortDelay={timeoutMs} nonce={context.nonce} />
      </RequestContextProvider>,
      {
        nonce: context.nonce,
        onAllReady() {
          // React also calls this when the shell has failed.
          if (hasShellFailed) return;
          // React writes 2 KB chunks, which would be compressed and sent one by one.
          const page = buffer(pipe(new PassThrough({ highWaterMark: 1024 * 1024 })));
          headers.set("Content-Type", "text/html; charset=utf-8");
          if (isForCopy(request) && context.householdId) {
            headers.set(viewerHeader, `${context.userId} ${context.householdId}`);
          }
          resolve(
            page.then(
              (body) => new Response(withoutNulBytes(body) as BodyInit, { headers, status: hasFailed ? 500 : status }),
            ),
          );
        },
        onShellError(error) {
          hasShellFailed = true;
          reject(error);
        },
        onError(error) {
          hasFailed = true;
          log.error({ err: error, requestId: context.requestId }, "rendering a page failed");
        },
      },
    );
    setTimeout(abort, timeoutMs).unref();
  });
}

/** `withErrorIds` logs the errors of loaders and actions. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error({ err: error, requestId: context.requestId }, "request failed");
};

/** React 18 writes NUL bytes where a multi-byte character crosses its 2 KB buffer (react#24985). */
function withoutNulBytes(page: Buffer): Buffer {
  return page.includes(0) ? Buffer.from(page.filter((byte) => byte !== 0)) : page;
}
