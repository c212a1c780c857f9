/** Shorter than the limits of common servers and proxies. */
const maxPathLength = 4_096;

/** Any origin works: only path and query are kept. */
const anyOrigin = "http://here.invalid";

/** Accepts only our own paths. Browsers skip control characters and read backslashes as slashes. */
export function safeRedirectTo(value: unknown, fallback: string = "/dashboard"): string {
  if (typeof value !== "string" || !value.startsWith("/")) return fallback;
  const [path = ""] = value.split("?");
  if (/[\p{Cc}\\]/u.test(value) || /[\p{Cc}\\]/u.test(decodePath(path))) return fallback;
  if (!URL.canParse(value, anyOrigin)) return fallback;
  const url = new URL(value, anyOrigin);
  if (url.origin !== anyOrigin || url.pathname.startsWith("//") || url.pathname.endsWith(".data"))
    return fallback;
  return url.pathname + url.search;
}

/** Returns the token of the invitation that brought someone to the sign-in page. */
export function readInvitationToken(redirectTo: unknown): string | null {
  const { pathname, searchParams } = new URL(safeRedirectTo(redirectTo), anyOrigin);
  return pathname === "/accept-invitation" ? searchParams.get("token") : null;
}

/** @param keepFields form fields that may appear in a URL */
export async function buildReturnPath(
  request: Request,
  keepFields: readonly string[],
): Promise<string> {
  const { searchParams } = new URL(request.url);
  const path = pagePath(request.url);
  searchParams.delete("_routes");
  const fields =
    request.method === "GET" ? searchParams : await readTypedFields(request, keepFields);
  const address = fields.size > 0 ? `${path}?${fields}` : path;
  return address.length <= maxPathLength ? address : path;
}

export function searchOf(url: string): URLSearchParams {
  return new URL(url, anyOrigin).searchParams;
}

/** Returns the path of the page that a browser or its script asked for. */
export function pagePath(url: string): string {
  const { pathname } = new URL(url, anyOrigin);
  return pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
}

export async function readTypedFields(
  request: Request,
  keepFields: readonly string[],
): Promise<URLSearchParams> {
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  return new URLSearchParams(
    keepFields.flatMap((name) => (form.has(name) ? [[name, String(form.get(name))]] : [])),
  );
}

function decodePath(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "\\";
  }
}
