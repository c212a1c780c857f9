import type { Send } from "./client-call.server.ts";

export function toFetch(send: Send): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // The transport does not decompress answers.
    request.headers.delete("accept-encoding");
    const body = await request.text();
    const answer = await send({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body && { body }),
      // The request's own signal may be garbage-collected before it is aborted.
      ...(init?.signal && { signal: init.signal }),
    });
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, {
      status: answer.status,
      headers: { "Content-Type": "application/json" },
    });
  };
}
