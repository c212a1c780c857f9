import type { Send } from "./client-call.server.ts";

/** The same for clients that take a `fetch` of their own. */
export function toFetch(send: Send): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // What clients offer to unpack: the transport reads plain text.
    request.headers.delete("accept-encoding");
    const body = await request.text();
    const answer = await send({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body && { body }),
    });
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: { "Content-Type": "application/json" } });
  };
}
