/** What the sign-in page takes, and servers and proxies let pass. */
const longestAddress = 4_096;

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

/** The page that a request was about, to come back to after signing in; a form's page with what was typed into it. */
export async function addressForReturn(request: Request): Promise<string> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
  searchParams.delete("_routes");
  const fields = request.method === "GET" ? searchParams : await typedFields(request);
  const address = fields.size > 0 ? `${path}?${fields}` : path;
  return address.length <= longestAddress ? address : path;
}

async function typedFields(request: Request): Promise<URLSearchParams> {
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  return new URLSearchParams([...form].filter((field): field is [string, string] => typeof field[1] === "string"));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "\\";
  }
}
