import type { Token } from "../types.ts";

// "2morrow" and dotted am and pm first; the 's of "Friday's" stands alone, other apostrophes belong to their word ("o'clock").
const PIECE =
  /2(?:mor+ow|moro|nite|night|day)\b|[ap]\.\s?m\b\.?|['’]s(?!\p{L})|\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}+)*|\d+|\s+|[^]/giuy;

/** Cuts a text into tokens; white space and invisible characters only separate. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let lastEnd = -1;
  for (const { 0: said, index: start } of text.matchAll(PIECE)) {
    if (/^[\s\p{C}]/u.test(said)) continue;
    const end = start + said.length;
    tokens.push({ kind: kindOf(said), said, word: plainWord(said), start, end, isGlued: start === lastEnd });
    lastEnd = end;
  }
  return tokens;
}

function kindOf(said: string): Token["kind"] {
  if (/^\d+$/.test(said)) return "number";
  return /\p{L}/u.test(said) ? "word" : "sign";
}

function plainWord(said: string): string {
  const word = said.toLowerCase().replaceAll("’", "'");
  if (word === "–" || word === "—") return "-";
  return /^[ap]\./.test(word) ? `${word[0]}m` : word;
}
