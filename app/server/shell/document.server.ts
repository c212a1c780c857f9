/**
 * True for whole pages, which run this build's scripts. Pages that only load data may still run an
 * older build's.
 */
export function isForDocument(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}
