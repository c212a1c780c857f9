import type { Place } from "./rule.ts";

/** The word that stands so many tokens after the phrase, or "" where the text ends. */
export function wordAfter({ scan, to }: Place, tokens = 1): string {
  return scan.tokens[to + tokens - 1]?.word ?? "";
}

/** The word that stands so many tokens before the phrase, or "" where the text begins. */
export function wordBefore({ scan, from }: Place, tokens = 1): string {
  return scan.tokens[from - tokens]?.word ?? "";
}

/** At the beginning of a sentence. */
export function standsFirst({ scan, from }: Place): boolean {
  return from === 0 || scan.tokens[from - 1]!.kind === "sign";
}

/** At the end of a sentence. */
export function standsLast({ scan, to }: Place): boolean {
  return scan.tokens[to] === undefined || scan.tokens[to].kind === "sign";
}
