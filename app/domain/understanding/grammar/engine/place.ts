import type { Place } from "./types.ts";

/** Returns "" beyond the end of the text. */
export function wordAfter({ scan, to }: Place, tokens = 1): string {
  return scan.tokens[to + tokens - 1]?.word ?? "";
}

/** Returns "" beyond the start of the text. */
export function wordBefore({ scan, from }: Place, tokens = 1): string {
  return scan.tokens[from - tokens]?.word ?? "";
}

export function isSentenceStart({ scan, from }: Place): boolean {
  return from === 0 || scan.tokens[from - 1]!.type === "symbol";
}

export function isSentenceEnd({ scan, to }: Place): boolean {
  return scan.tokens[to] === undefined || scan.tokens[to].type === "symbol";
}
