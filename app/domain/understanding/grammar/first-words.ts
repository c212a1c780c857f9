import type { Token } from "../types.ts";
import { expandPattern } from "./engine/pattern.ts";
import type { Rule } from "./engine/types.ts";
import { slotFirstWords } from "./engine/slot-words.ts";

/** A cheap test that rules out most tokens. */
export function startTest(rules: Rule<unknown>[]): (token: Token) => boolean {
  let words: Set<string> | undefined;
  return (token) => token.type === "number" || (words ??= firstWordsOf(rules)).has(token.word);
}

function firstWordsOf(rules: Rule<unknown>[]): Set<string> {
  const literals = rules.flatMap(({ say }) =>
    expandPattern(say).flatMap(([first]) => (first && "words" in first ? [...first.words] : [])),
  );
  return new Set([...literals, ...slotFirstWords]);
}
