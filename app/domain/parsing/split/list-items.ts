import type { Scan } from "../grammar/engine/types.ts";
import type { Token } from "../types.ts";

export interface ListItem {
  /** The first token after its mark. */
  next: number;
  isMarked: boolean;
}

const bullets = new Set("-*•·☐□▪◦‣");

/** The tokens at which a line or an item of a list begins: "- call the school", "1. call the school 2. buy milk". */
export function findListItems(text: string, { tokens }: Scan): Map<number, ListItem> {
  const items = new Map<number, ListItem>();
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
  return !token.isAttached && /[\n\r\u2028\u2029]/.test(text.slice(before.end, token.start));
}

/** "1." and "2)" with a space after them. */
function numberOfItem(tokens: Token[], at: number): number | null {
  const [number, sign, next] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (number.type !== "number" || number.text.length > 2 || (number.isAttached && at > 0)) return null;
  const isMark = sign?.isAttached && (sign.word === "." || sign.word === ")");
  return isMark && next && !next.isAttached ? Number(number.text) : null;
}

/** Within a line a list begins with 1 after a colon, and goes on. "Pick up Ben at 1. Then …" is none. */
function isNextNumber(number: number, lastNumber: number, before: Token): boolean {
  return number === lastNumber + 1 && (lastNumber > 0 || before.word === ":");
}

/** A bullet, and not the dash of "drop-off". */
function isBullet(tokens: Token[], at: number): boolean {
  const [mark, next] = [tokens[at]!, tokens[at + 1]];
  if (!bullets.has(mark.word) || !next || next.type === "symbol") return next?.word === "[" && bullets.has(mark.word);
  return at === 0 || !mark.isAttached;
}

/** "[ ] call the school", "[x] buy milk". */
function afterBox(tokens: Token[], at: number): number {
  if (tokens[at]?.word !== "[") return at;
  const end = [at + 1, at + 2].find((index) => tokens[index]?.word === "]");
  return end !== undefined && end + 1 < tokens.length ? end + 1 : at;
}
