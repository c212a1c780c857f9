import type { Scan } from "../grammar/engine/reader.ts";
import type { Token } from "../types.ts";

export interface Item {
  /** The first token after its mark. */
  next: number;
  isMarked: boolean;
}

const BULLETS = new Set("-*•·☐□▪◦‣");

/** The tokens at which a line or an item of a list begins: "- call the school", "1. call the school 2. buy milk". */
export function itemStarts(text: string, { tokens }: Scan): Map<number, Item> {
  const items = new Map<number, Item>();
  let [bullet, lastNumber] = ["", 0];
  for (let at = 0; at < tokens.length; at += 1) {
    const isLine = at === 0 || hasLineBreak(text, tokens[at - 1]!, tokens[at]!);
    const number = numberOfItem(tokens, at);
    if (number !== null && (isLine || isNextNumber(number, lastNumber, tokens[at - 1]!))) {
      items.set(at, { next: at + 2, isMarked: true });
      lastNumber = number;
    } else if (isBullet(tokens, at) && (isLine || tokens[at]!.word === bullet)) {
      items.set(at, { next: afterBox(tokens, at + 1), isMarked: true });
      bullet = tokens[at]!.word;
    } else if (isLine) {
      const next = afterBox(tokens, at);
      items.set(at, { next, isMarked: next > at });
    }
  }
  return items;
}

function hasLineBreak(text: string, before: Token, token: Token): boolean {
  return !token.isGlued && /[\n\r\u2028\u2029]/.test(text.slice(before.end, token.start));
}

/** "1." and "2)" with a space after them. */
function numberOfItem(tokens: Token[], at: number): number | null {
  const [number, sign, next] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (number.kind !== "number" || number.said.length > 2 || (number.isGlued && at > 0)) return null;
  const isMark = sign?.isGlued && (sign.word === "." || sign.word === ")");
  return isMark && next && !next.isGlued ? Number(number.said) : null;
}

/** Within a line a list begins with 1 after a colon, and goes on. "Pick up Ben at 1. Then …" is none. */
function isNextNumber(number: number, lastNumber: number, before: Token): boolean {
  return number === lastNumber + 1 && (lastNumber > 0 || before.word === ":");
}

/** A bullet, and not the dash of "drop-off". */
function isBullet(tokens: Token[], at: number): boolean {
  const [mark, next] = [tokens[at]!, tokens[at + 1]];
  if (!BULLETS.has(mark.word) || !next || next.kind === "sign") return next?.word === "[" && BULLETS.has(mark.word);
  return at === 0 || !mark.isGlued;
}

/** "[ ] call the school", "[x] buy milk". */
function afterBox(tokens: Token[], at: number): number {
  if (tokens[at]?.word !== "[") return at;
  const end = [at + 1, at + 2].find((index) => tokens[index]?.word === "]");
  return end !== undefined && end + 1 < tokens.length ? end + 1 : at;
}
