import { monthNumbers, weekdayNumbers } from "../lexicon/calendar.ts";
import { numberWords } from "../lexicon/numbers.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

const sounds = new Set(["um", "umm", "uh", "uhh", "uhm", "erm", "hmm"]);

/**
 * Drops the "um" of "at um four" and the "like" of "for like Friday"; "um 18 Uhr" and "morgen um 9"
 * are German.
 */
export function withoutHesitations(tokens: Token[]): Token[] {
  const kept = tokens.filter(
    ({ word, type }, at) =>
      type !== "word" ||
      !(sounds.has(word) || isBeforeTime(tokens, at) || isStutter(tokens, at)) ||
      (word === "um" && isGerman(tokens, at)),
  );
  return kept.some(({ type }) => type !== "symbol") ? kept : tokens;
}

/** "At like 5", "for like next Tuesday". */
function isBeforeTime(tokens: Token[], at: number): boolean {
  if (tokens[at]!.word !== "like") return false;
  // "Tonight like around eight thirty".
  const [next, hour] = [tokens[at + 1]?.word ?? "", tokens[at + 2]];
  const isHour = hour?.type === "number" || numberWords.has(hour?.word ?? "");
  if (["around", "about", "at"].includes(next) && isHour) return true;
  // "The cartridges like on Friday".
  const isDay = (word: string) => word in weekdayNumbers || word in monthNumbers || days.has(word);
  if (["on", "by", "this", "next"].includes(next) && isDay(hour?.word ?? "")) return true;
  const before = tokens[at - 1]?.word ?? "";
  if (before in weekdayNumbers || days.has(before))
    return numberWords.has(next) || tokens[at + 1]?.type === "number";
  if (!wordsBeforeLike.has(tokens[at - 1]?.word ?? "")) return false;
  const { word = "", type } = tokens[at + 1] ?? {};
  return type === "number" || numberWords.has(word) || isDay(word);
}

const wordsBeforeLike = wordSet("at for by on around about until till before after from");
const days = wordSet("next this tomorrow tonight today noon midnight half quarter");

/** "The the plumber". */
function isStutter(tokens: Token[], at: number): boolean {
  const { word, text } = tokens[at]!;
  return stutteredWords.has(word) && tokens[at + 1]?.text === text;
}

const stutteredWords = wordSet(
  "the a an to i and at on in for is my we it of this by from with coming need",
);

function isGerman(tokens: Token[], at: number): boolean {
  const isAfterDay =
    germanDays.has(tokens[at - 1]?.word ?? "") && tokens[at + 1]?.type === "number";
  return isAfterDay || tokens[at + 2]?.word === "uhr";
}

const germanDays = new Set(
  "heute morgen übermorgen früh abend nachmittag montag dienstag mittwoch donnerstag freitag samstag sonntag".split(
    " ",
  ),
);
