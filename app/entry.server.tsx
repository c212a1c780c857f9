import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { RequestContextProvider } from "./ui/shell/request-context.tsx";
import { KeptMarkupContext } from "./ui/tasks/card/card-list.tsx";
import { isForCopy, nameViewer } from "./server/shell/copy.server.ts";
import { KeptParts } from "./server/shell/kept-markup.server.ts";
import { forgetPages } from "./server/session.server.ts";
import { log } from "./config/log.server.ts";
import "./domain/wiring/rules.server.ts";
import "./server/monitoring/keys.server.ts";
import "./server/monitoring/wake-worker.server.ts";

/**
 * Renders the whole page in one piece, which takes half the time of React's streams.
 * @throws what rendering throws; Remix then renders the error page
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  sayWhenToRetry(status, headers);
  if (context.hasEndedSession) forgetPages(headers, request);
  const loaded = await readDataAhead(remixContext);
  if (status === 200 && !headers.has("Set-Cookie") && hasCurrentPage(remixContext, loaded, context))
    return new Response(null, { status: 304, headers });
  const kept = new KeptParts();
  const page = renderToString(
    <RequestContextProvider value={{ nonce: context.nonce, requestId: context.requestId }}>
      <KeptMarkupContext.Provider value={kept.add}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </KeptMarkupContext.Provider>
    </RequestContextProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (isForCopy(request) && context.userId && context.householdId)
    nameViewer(headers, context.userId, context.householdId);
  context.page = await kept.fill(`<!DOCTYPE html>${page}`);
  return new Response(null, { headers, status });
}

/** Handles the data requests of pages with JavaScript. */
export function handleDataRequest(response: Response): Response {
  sayWhenToRetry(response.status, response.headers);
  return response;
}

function sayWhenToRetry(status: number, headers: Headers): void {
  if (status === 503) headers.set("Retry-After", "3");
}

function hasCurrentPage(
  { manifest }: EntryContext,
  loaded: string,
  { isUnchanged }: AppLoadContext,
): boolean {
  return isUnchanged?.(`${manifest.version} ${loaded}`) ?? false;
}

/** `withErrorIds` logs the errors of loaders and actions. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error({ err: error, requestId: context.requestId }, "request failed");
};

/**
 * Reads the loaders' data before rendering, because Remix's `StreamTransfer` would suspend for each
 * piece, and `renderToString` doesn't wait. It takes the pieces from this cache.
 * @returns the data as text
 */
async function readDataAhead({ serverHandoffStream, renderMeta }: EntryContext): Promise<string> {
  if (!serverHandoffStream || !renderMeta) return "";
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  let data = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    data += decoder.decode(piece.value, { stream: true });
  }
  reader.releaseLock();
  const pieces = [
    { done: false, value: data },
    { done: true, value: "" },
  ];
  renderMeta.streamCache = Object.fromEntries(pieces.map((result, index) => [index, read(result)]));
  return data;
}

function read(result: { done: boolean; value: string }) {
  return Object.assign(Promise.resolve(), { result });
}
