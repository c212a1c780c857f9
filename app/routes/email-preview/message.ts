import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewWelcome } from "./preview.server.ts";
import { requireViewer } from "#app/server/session.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { html } = await previewWelcome(args.request, await requireViewer(args));
  // Lets the email's button open outside the frame.
  const framed = html.replace("<head>", '<head><base target="_top">');
  return new Response(framed, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
