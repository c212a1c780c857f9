import { data } from "@remix-run/node";

/** Hides whether something exists in another household. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/**
 * Answers a button on a page that still shows something: it was purged, or belongs to another
 * household.
 * @param what with a capital, such as "This task"
 * @param typed what somebody typed there, for the page to show
 */
export function noLongerThere(what = "This", typed: string[] = []): never {
  throw data({ gone: `${what} is no longer there.`, typed }, { status: 404 });
}

/** For URLs of files, for which Remix would write JSON for programmers. */
export function noSuchFile(words = "There's nothing here, or the link no longer works."): never {
  throw new Response(words, { status: 404 });
}

export function forbidden(): never {
  throw data(null, { status: 403 });
}

/**
 * A response, because for addresses that only scripts use, Remix would make JSON for programmers of
 * data.
 */
export function badRequest(): never {
  throw new Response("This form can't be read", { status: 400 });
}

export const getOnly = () => notAllowed("Only GET is allowed here.", "GET, HEAD");

export const postOnly = () => notAllowed("Only POST is allowed here.", "POST");

function notAllowed(message: string, allowed: string): Response {
  return new Response(message, { status: 405, headers: { Allow: allowed } });
}
