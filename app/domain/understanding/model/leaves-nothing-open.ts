import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";

const shortLength = 60;

/** The rules are sure of every part of a short text, and each task has a date or says what to do. */
export function leavesNothingOpen(text: string, drafts: ParsedRequest[]): boolean {
  return text.trim().length <= shortLength && drafts.every(isSure);
}

function isSure({ confident, due, title }: ParsedRequest): boolean {
  const [verb = ""] = title.toLowerCase().split(" ");
  return confident.due && confident.category && confident.title && (due !== null || isErrand(verb));
}
