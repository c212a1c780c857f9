import type { Found, Scan } from "../engine/reader.ts";

/** Reads the longest call of somebody who can do things. */
export function readDoer({ tokens, doers }: Scan, at: number): Found<string> | null {
  const called = doers
    .get(tokens[at]!.word)
    ?.filter(({ words }) => words.every((word, index) => tokens[at + index]?.word === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  return called ? { value: called.name, next: at + called.words.length } : null;
}
