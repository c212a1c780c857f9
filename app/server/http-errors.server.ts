import { data } from "@remix-run/node";

/** Hides whether something exists in another household. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/** Answers for addresses of files, where Remix would write JSON for programmers. */
/**
 * For a press on a page that still shows the task: it was purged, or belongs to another household.
 */
export function noSuchTask(): never {
  throw data({ isTask: true }, { status: 404 });
}

export function noSuchFile(words = "There's nothing here, or the link no longer works."): never {
  throw new Response(words, { status: 404 });
}

export function forbidden(): never {
  throw data(null, { status: 403 });
}

/** A response, because for addresses that only scripts use, Remix would make JSON for programmers of data. */
export function badRequest(): never {
  throw new Response("This form can't be read", { status: 400 });
}

export const getOnly = () => notAllowed("Only GET is allowed here.", "GET, HEAD");

export const postOnly = () => notAllowed("Only POST is allowed here.", "POST");

function notAllowed(message: string, allowed: string): Response {
  return new Response(message, { status: 405, headers: { Allow: allowed } });
}
