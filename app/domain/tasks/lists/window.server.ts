import { z } from "#app/domain/core/zod.ts";

export interface Position {
  created_at: string;
  id: string;
}

/** The part of a list that a page shows. */
export interface ListWindow {
  pages: number;
  /** The last open and the last completed task before the window; null at the beginning. */
  after: { open: Position | null; done: Position | null } | null;
}

/** A response has at most 500 tasks: each page has 200 open and 50 completed ones. */
export const pageSize = { open: 200, done: 50 };
const maxPages = 2;

export const firstPage: ListWindow = { pages: 1, after: null };

const pageCount = z.coerce.number().int().min(1).max(maxPages).catch(1);
const cursor =
  /^(?:(?<openAt>[\d:.TZ-]{20,30})_(?<open>[\w-]{1,64}))?~(?:(?<doneAt>[\d:.TZ-]{20,30})_(?<done>[\w-]{1,64}))?$/;

/** Anything that can't be read counts as the beginning. */
export function readWindow(search: URLSearchParams): ListWindow {
  const { openAt, open, doneAt, done } = cursor.exec(search.get("after") ?? "")?.groups ?? {};
  const position = (created_at?: string, id?: string) =>
    created_at && id ? { created_at, id } : null;
  const after = { open: position(openAt, open), done: position(doneAt, done) };
  return {
    pages: pageCount.parse(search.get("pages")),
    after: after.open || after.done ? after : null,
  };
}

/** Returns "" for the first page, else "after=…&pages=2". */
export function writeWindow({ pages, after }: ListWindow): string {
  const write = (position: Position | null) =>
    position ? `${position.created_at}_${position.id}` : "";
  const fields = [
    after && `after=${write(after.open)}~${write(after.done)}`,
    pages > 1 && `pages=${pages}`,
  ];
  return fields.filter(Boolean).join("&");
}

/** Shows more below, or continues on a new page if the response would get too long. */
export function followingWindow(
  shown: ListWindow,
  last: { open?: Position; done?: Position },
): ListWindow {
  if (shown.pages < maxPages) return { ...shown, pages: shown.pages + 1 };
  return {
    pages: 1,
    after: {
      open: last.open ?? shown.after?.open ?? null,
      done: last.done ?? shown.after?.done ?? null,
    },
  };
}
