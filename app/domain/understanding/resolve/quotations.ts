import type { Token } from "../types.ts";

const closingFor: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
]);

/** Marks the tokens inside quotation marks: a title like “Freaky Friday” sets no date. */
export function findQuoted(tokens: Token[]): boolean[] {
  const isQuoted = Array.from<boolean>({ length: tokens.length }).fill(false);
  if (!tokens.some(({ word }) => closingFor.has(word))) return isQuoted;
  const lastAt = new Map(tokens.map(({ word }, at) => [word, at]));
  const words = tokens.map(({ word }) => word);
  for (let at = 0; at < tokens.length; at += 1) {
    const closing = closingFor.get(words[at]!);
    if (!closing || (lastAt.get(closing) ?? 0) <= at) continue;
    const end = words.indexOf(closing, at + 1);
    const isWholeText = at === 0 && end === tokens.length - 1;
    if (!isWholeText) isQuoted.fill(true, at, end + 1);
    at = end;
  }
  return isQuoted;
}
