import type { Token } from "../types.ts";

const sounds = new Set(["um", "umm", "uh", "uhh", "uhm", "erm", "hmm"]);

/** Drops the "um" of "at um four"; "um 18 Uhr" is German. */
export function withoutHesitations(tokens: Token[]): Token[] {
  const kept = tokens.filter(
    ({ word, type }, at) => type !== "word" || !sounds.has(word) || tokens[at + 2]?.word === "uhr",
  );
  return kept.some(({ type }) => type !== "symbol") ? kept : tokens;
}
