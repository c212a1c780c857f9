import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";

const longLength = 60;

/**
 * True if a text is long and the rules are unsure of a part of it, or a task has no date and does
 * not say what to do. Of a short one, the family sees at once what was misread.
 */
export function isLongAndUnsure(text: string, drafts: ParsedRequest[]): boolean {
  return text.trim().length > longLength && !drafts.every(isSure);
}

function isSure({ confident, due, title }: ParsedRequest): boolean {
  const [verb = ""] = title.toLowerCase().split(" ");
  return confident.due && confident.category && confident.title && (due !== null || isErrand(verb));
}
