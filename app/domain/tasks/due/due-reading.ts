import type { ParsedRequest } from "#app/domain/understanding/types.ts";

/** The words that set the due date: "Tomorrow … at 5". */
export function dueWordsIn(text: string, { due, dueWords }: ParsedRequest): string | null {
  if (!due || dueWords.length === 0) return null;
  const inOrder = dueWords.toSorted((one, other) => one.start - other.start);
  return inOrder.map(({ start, end }) => text.slice(start, end)).join(" … ");
}

/** Drops a description that only repeats words now back in the title. */
export function undatedDescription(
  undatedTitle: string,
  description: string | null,
): string | null {
  const isInTitle = description && undatedTitle.toLowerCase().includes(description.toLowerCase());
  return isInTitle ? null : description;
}
