import type { Token } from "../types.ts";

// "2morrow", "b4", "4get", "x2" and dotted am and pm are one token; the 's of "Friday's" is its
// own, while "o'clock" stays whole.
const tokenPattern =
  /2(?:mor+ow|moro|mo[rz]|mrw|mrrw|nite|night|day)\b|b4(?![\p{L}\d])|4get\b|(?<![\p{L}\d])x\d{1,3}(?![\p{L}\d:])|[ap]\.\s?m\b\.?|['’]s(?!\p{L})|\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}+)*|\d+|\s+|[^]/giuy;

/** Matches most words, and faster than the tests for all other characters. */
const plain = /^[a-z]/i;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let lastEnd = -1;
  let startsLine = true;
  for (const { 0: piece, index: start } of text.matchAll(tokenPattern)) {
    const isPlain = plain.test(piece);
    if (!isPlain && /^[\s\p{C}]/u.test(piece)) {
      startsLine ||= /[\n\r\u2028\u2029]/.test(piece);
      continue;
    }
    const end = start + piece.length;
    const isAttached = start === lastEnd;
    tokens.push({
      type: isPlain ? "word" : typeOf(piece),
      text: piece,
      word: normalize(piece),
      start,
      end,
      isAttached,
      startsLine,
    });
    lastEnd = end;
    startsLine = false;
  }
  return withPlusAsComma(tokens);
}

/** "Diapers + wipes + call Rose" is a list. */
function withPlusAsComma(tokens: Token[]): Token[] {
  const isPlus = (token: Token, at: number) =>
    token.text === "+" && at > 0 && !token.isAttached && tokens[at + 1]?.isAttached === false;
  const pluses = tokens.filter(isPlus);
  if (pluses.length === 0) return tokens;
  const word = pluses.length > 1 ? "," : "&";
  return tokens.map((token, at) => (isPlus(token, at) ? { ...token, word } : token));
}

function typeOf(piece: string): Token["type"] {
  if (/^\d+$/.test(piece)) return "number";
  return /\p{L}/u.test(piece) ? "word" : "symbol";
}

function normalize(piece: string): string {
  const word = piece.toLowerCase().replaceAll("’", "'");
  if (word === "–" || word === "—") return "-";
  return /^[ap]\./.test(word) ? `${word[0]}m` : word;
}
