import { data } from "@remix-run/node";

/** The same answer for what does not exist and for what belongs to another household. */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/** For what they may see but not do. */
export function forbidden(): never {
  throw data(null, { status: 403 });
}

/** For forms that none of our pages send. */
export function badRequest(): never {
  throw data("This form can't be read", { status: 400 });
}

/** The action of routes that only answer GET. */
export const getOnly = () => notAllowed("Only GET is allowed here.", "GET, HEAD");

/** The loader of routes that only answer POST. */
export const postOnly = () => notAllowed("Only POST is allowed here.", "POST");

function notAllowed(message: string, allowed: string): Response {
  return new Response(message, { status: 405, headers: { Allow: allowed } });
}
