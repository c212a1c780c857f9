import type { DomainEvent, Follower } from "../core/event.server.ts";

/**
 * The columns in the order in which they are handled. Feeds and pages have none, because they show
 * the present state when they are read.
 */
export const columns = [
  "requests",
  "reminders",
  "turns",
  "calendars",
  "told",
  "history",
  "search",
] as const;

type Column = (typeof columns)[number];

interface Cell<Facts> {
  words: string;
  followers: Follower<Facts>[];
}

export interface Rule {
  event: string;
  cells: Record<Column, string>;
}

export function does<Facts>(words: string, ...followers: Follower<Facts>[]): Cell<Facts> {
  return { words, followers };
}

/** Each event says what happens in each column, even if only why nothing does. */
export function rule<Facts>(
  event: DomainEvent<Facts>,
  words: string,
  cells: Record<Column, Cell<Facts> | string>,
): Rule {
  const all = columns.map((column) => cells[column]);
  event.isFollowedBy(...all.flatMap((cell) => (typeof cell === "string" ? [] : cell.followers)));
  const wordsOf = (cell: Cell<Facts> | string) => (typeof cell === "string" ? cell : cell.words);
  return {
    event: words,
    cells: Object.fromEntries(columns.map((column) => [column, wordsOf(cells[column])])) as Record<
      Column,
      string
    >,
  };
}
