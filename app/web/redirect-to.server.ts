/** Any origin will do to resolve against: what leaves it is refused, and only path and query are kept. */
const here = "http://here.invalid";

/**
 * A place in the product to go on to, as path and query; anything else becomes the fallback. Control characters and
 * backslashes are refused because browsers read them as nothing and as slashes (SECURITY.md, "redirectTo").
 */
export function safeRedirectTo(value: unknown, fallback: string = "/dashboard"): string {
  // oxlint-disable-next-line no-control-regex
  if (typeof value !== "string" || !value.startsWith("/") || /[\u0000-\u001f\u007f\\]/.test(decoded(value)))
    return fallback;
  if (!URL.canParse(value, here)) return fallback;
  const url = new URL(value, here);
  if (url.origin !== here || url.pathname.startsWith("//") || url.pathname.endsWith(".data")) return fallback;
  return url.pathname + url.search;
}

/** The page that a request was about, to come back to after signing in. */
export function addressForReturn(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/\.data$/, "");
  url.searchParams.delete("_routes");
  return request.method === "GET" ? path + url.search : "/dashboard";
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "\\";
  }
}
