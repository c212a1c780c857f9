import { AFTER_A_NAME, BEFORE_A_NAME, BEGINS_A_REQUEST, ORDINARY_WORDS } from "../lexicon/names.ts";
import { tokenize } from "../tokenize/tokenize.ts";
import type { FamilyName, Token } from "../types.ts";

/** The family members whose names stand in a text. */
export function namedIn(tokens: Token[], family: FamilyName[]): FamilyName[] {
  return family.filter(({ name }) => {
    const words = tokenize(name).map(({ word }) => word);
    return words.length > 0 && tokens.some((_, at) => stands(tokens, at, words));
  });
}

function stands(tokens: Token[], at: number, words: string[]): boolean {
  if (!words.every((word, index) => tokens[at + index]?.word === word)) return false;
  return words.length > 1 || isName(tokens, at);
}

/** "Pay the bill" names nobody, even in Bill's family; "pick up bill" may. */
function isName(tokens: Token[], at: number): boolean {
  const { word, said } = tokens[at]!;
  const isWritten = /^\p{Lu}/u.test(said) && (at > 0 || !BEGINS_A_REQUEST.has(word));
  if (!ORDINARY_WORDS.has(word) || isWritten) return true;
  return at === 0 ? AFTER_A_NAME.has(tokens[1]?.word ?? "") : BEFORE_A_NAME.has(tokens[at - 1]!.word);
}
