import type { ParsedRequest } from "#app/domain/parsing/types.ts";

/** The words that made a task's date, as they were said: "Tomorrow … at 5"; null when none did. */
export function dueWordsIn(text: string, { due, dueWords }: ParsedRequest): string | null {
  if (!due || dueWords.length === 0) return null;
  const inOrder = dueWords.toSorted((one, other) => one.start - other.start);
  return inOrder.map(({ start, end }) => text.slice(start, end)).join(" … ");
}

/** What a description holds without its date: nothing, when it only kept words that are a part of the title again. */
export function undatedDescription(undatedTitle: string, description: string | null): string | null {
  const isInTitle = description && undatedTitle.toLowerCase().includes(description.toLowerCase());
  return isInTitle ? null : description;
}
