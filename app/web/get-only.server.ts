/** The action of routes that have none: says so, instead of an error. */
export const action = () =>
  new Response("Only GET is possible here.", { status: 405, headers: { Allow: "GET, HEAD" } });
