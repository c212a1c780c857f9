/** The action of routes that take no form: says so, instead of an error. */
export const getOnly = () => notAllowed("Only GET is possible here.", "GET, HEAD");

/** The loader of routes that are only called. */
export const postOnly = () => notAllowed("Only POST is possible here.", "POST");

function notAllowed(message: string, allowed: string): Response {
  return new Response(message, { status: 405, headers: { Allow: allowed } });
}
