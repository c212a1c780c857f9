/**
 * Reads a form's text, or what another app shares: a link may come as a separate field or within
 * the text.
 */
export function sharedText(search: URLSearchParams): string {
  if (!search.has("title") && !search.has("url")) return search.get("text") ?? "";
  const parts = ["title", "text", "url"].map((name) => search.get(name)?.trim() ?? "");
  return parts
    .filter((part, index) => part && !parts.slice(index + 1).some((later) => later.includes(part)))
    .join(" ");
}
