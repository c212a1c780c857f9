import { numberWords } from "#app/domain/understanding/lexicon/numbers.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import type { Reader } from "../engine/types.ts";

/** Reads "20", "twenty five" or "twenty-five": up to four digits, or 0 to 99 in words. */
export const readInteger: Reader<number> = ({ tokens }, at) => {
  const token = tokens[at]!;
  if (token.type === "number") {
    const isRead = token.text.length <= 4 && !hasPrefixSymbol(tokens, at);
    return isRead ? { value: Number(token.text), next: at + 1 } : null;
  }
  const tens = numberWords.get(token.word);
  if (tens === undefined) return null;
  const onesAt = tokens[at + 1]?.word === "-" ? at + 2 : at + 1;
  const ones = numberWords.get(tokens[onesAt]?.word ?? "") ?? 0;
  if (tens >= 20 && ones >= 1 && ones <= 9) return { value: tens + ones, next: onesAt + 1 };
  return { value: tens, next: at + 1 };
};

/** "$20", "#20". */
export function hasPrefixSymbol(tokens: Token[], at: number): boolean {
  return tokens[at]!.isAttached && prefixSymbols.has(tokens[at - 1]?.word ?? "");
}

const prefixSymbols = new Set("$£€#+");
