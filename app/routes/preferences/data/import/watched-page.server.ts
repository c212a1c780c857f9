import { importPath } from "#app/domain/imports/limits.ts";
import { isForDocument } from "#app/server/shell/document.server.ts";

export const watching = "watch";

/**
 * The page of an import after a press. Without JavaScript it loads itself again; a script hears of
 * changes, and such a timer would take people back to the page that they have left.
 */
export function watchedPage(request: Request, id: string): string {
  const page = `${importPath}/${encodeURIComponent(id)}`;
  return isForDocument(request) ? `${page}?${watching}=on` : page;
}
