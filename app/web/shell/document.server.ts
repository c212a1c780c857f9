/** A browser loads a page with the scripts of this build. An open page that loads data may be older than it. */
export function isForDocument(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}
