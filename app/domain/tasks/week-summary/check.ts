import { z } from "#app/domain/core/zod.ts";
import type { SummaryFacts } from "./prompt.ts";

const answer = z.object({ words: z.string().trim().min(1).max(900) });
const maxLengthWithoutTitles = 400;

/** Other characters could form a link or reverse the text direction. */
const allowedCharacters = /^[\p{Script=Latin}\p{M}0-9 .,;:!?'’()–—-]*$/u;

export type Flaw =
  | "shape"
  | "length"
  | "characters"
  | "link"
  | "number"
  | "day"
  | "name"
  | "silence";

/**
 * Checks untrusted text: it may use only numbers, days and names from the facts, and must mention
 * all due tasks.
 */
export function checkModelSummary(
  given: unknown,
  facts: SummaryFacts,
): { words: string } | { wrong: Flaw } {
  const { success, data } = answer.safeParse(given);
  if (!success) return { wrong: "shape" };
  const wrong = findFlaw(withoutTitles(data.words, facts), facts);
  return wrong ? { wrong } : { words: data.words };
}

/** Titles may contain anything, so they are not checked. They must be complete and in quotes. */
function withoutTitles(words: string, { unanswered }: SummaryFacts): string {
  return unanswered.reduce(
    (rest, { title }) => rest.replaceAll(`"${title}"`, "it").replaceAll(`“${title}”`, "it"),
    words,
  );
}

function findFlaw(words: string, facts: SummaryFacts): Flaw | null {
  if (words.length > maxLengthWithoutTitles) return "length";
  if (!allowedCharacters.test(words)) return "characters";
  if (/\p{L}\.\p{L}|\bwww\b|\bhttps?\b/iu.test(words)) return "link";
  const tokens = words.match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  const numbers = tokens.flatMap(readNumbers);
  const known = [
    7,
    facts.tasks_ahead,
    facts.busiest_day?.tasks,
    facts.more_unanswered,
    facts.overdue,
    facts.done,
  ];
  if (numbers.some((number) => number !== 0 && !known.includes(number))) return "number";
  const busiest = facts.busiest_day?.day.toLowerCase();
  if (tokens.some((word) => days.has(normalize(word)) && normalize(word) !== busiest)) return "day";
  const names = new Set(facts.unanswered.map(({ name }) => normalize(name)));
  const isNew = (word: string) =>
    /^\p{Lu}/u.test(word) && !names.has(normalize(word)) && normalize(word) !== busiest;
  if (tokens.some((word) => isNew(word) && !sentenceStarters.has(normalize(word)))) return "name";
  const isLeftOut = (count: number) => count > 0 && !numbers.includes(count);
  return isLeftOut(facts.tasks_ahead) || isLeftOut(facts.overdue) ? "silence" : null;
}

/** Reads "12" and "twelve". "Dozen" gives NaN, which matches no fact. */
function readNumbers(word: string): number[] {
  if (/^\d/.test(word)) return [Number(word)];
  const number = numberWords.indexOf(normalize(word));
  if (number >= 0) return [number];
  return vagueNumbers.has(normalize(word)) ? [Number.NaN] : [];
}

function normalize(word: string): string {
  return word.toLowerCase().replace(/['’]s$/, "");
}

/** Each word's index is its value. */
const numberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const vagueNumbers = toWordSet(
  `couple dozen dozens half double twice triple pair hundred hundreds thousand thousands million thirty forty fifty sixty
  seventy eighty ninety`,
);

const days = toWordSet(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight yesterday weekend`,
);

/** Any other capitalized word counts as a name. */
const sentenceStarters = toWordSet(
  `a all also an and any anything are as at both but by can don't enjoy everything for good great have he hello here hey
  hi i i'm i've in is it it's just keep let let's looks maybe mila more most no nobody none nothing on once one only our
  plus quite right she so some still take thanks that that's the then there there's they they're this time together
  we we're well what while with yes yet you you'll you're you've your`,
);

for (const word of numberWords) sentenceStarters.add(word);

function toWordSet(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}
