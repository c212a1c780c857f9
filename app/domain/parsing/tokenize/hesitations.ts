import type { Token } from "../types.ts";

const sounds = new Set(["um", "umm", "uh", "uhh", "uhm", "erm", "hmm"]);

/** Drops the "um" of "at um four"; "um 18 Uhr" and "morgen um 9" are German. */
export function withoutHesitations(tokens: Token[]): Token[] {
  const kept = tokens.filter(
    ({ word, type }, at) => type !== "word" || !sounds.has(word) || (word === "um" && isGerman(tokens, at)),
  );
  return kept.some(({ type }) => type !== "symbol") ? kept : tokens;
}

function isGerman(tokens: Token[], at: number): boolean {
  const isAfterDay = germanDays.has(tokens[at - 1]?.word ?? "") && tokens[at + 1]?.type === "number";
  return isAfterDay || tokens[at + 2]?.word === "uhr";
}

const germanDays = new Set(
  "heute morgen übermorgen früh abend nachmittag montag dienstag mittwoch donnerstag freitag samstag sonntag".split(
    " ",
  ),
);
