import type { LoaderFunctionArgs } from "@remix-run/node";
import { hasTooManyListeners, streamRevisions } from "./events.server.ts";
import { getViewer } from "#app/server/session.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getViewer(args);
  // A 204 stops browsers from reconnecting (HTML standard, "Server-sent events").
  if (!viewer) return new Response(null, { status: 204 });
  if (args.request.headers.get("Accept") !== "text/event-stream")
    return new Response(null, { status: 406 });
  if (hasTooManyListeners(viewer.sessionId)) return new Response(null, { status: 429 });
  const shown =
    args.request.headers.get("Last-Event-ID") ??
    new URL(args.request.url).searchParams.get("revision");
  const revision = Number(shown);
  const stream = streamRevisions(
    viewer,
    Number.isInteger(revision) ? revision : -1,
    args.context.onClose,
  );
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store, no-transform",
      // Otherwise the idle connection would delay stopping the server.
      Connection: "close",
      // Otherwise nginx buffers the stream.
      "X-Accel-Buffering": "no",
    },
  });
}
