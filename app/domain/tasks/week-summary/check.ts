import { z } from "#app/domain/core/zod.ts";
import type { SummaryFacts } from "./prompt.ts";
import { beginnings, days, numberWords, vagueNumbers } from "./vocabulary.ts";

const answer = z.object({ words: z.string().trim().min(1).max(900) });
const longestBesideTitles = 400;

/** What our own sentences are written with; everything else could be a link, a command or another direction. */
const plain = /^[\p{Script=Latin}\p{M}0-9 .,;:!?'’()–—-]*$/u;

export type Wrong = "shape" | "length" | "characters" | "link" | "number" | "day" | "name" | "silence";

/**
 * Holds what a model says about the week against the facts, as if a stranger had said it: no links, no signs that no
 * sentence needs, no number, day or name that is not among them, and nothing of what is ahead or late left out.
 */
export function checkModelSummary(given: unknown, facts: SummaryFacts): { words: string } | { wrong: Wrong } {
  const { success, data } = answer.safeParse(given);
  if (!success) return { wrong: "shape" };
  const wrong = findWrong(withoutTitles(data.words, facts), facts);
  return wrong ? { wrong } : { words: data.words };
}

/** Titles are somebody's own words, and stand in what the rules say too: whole, and in quotes. */
function withoutTitles(words: string, { unanswered }: SummaryFacts): string {
  return unanswered.reduce(
    (rest, { title }) => rest.replaceAll(`"${title}"`, "it").replaceAll(`“${title}”`, "it"),
    words,
  );
}

function findWrong(words: string, facts: SummaryFacts): Wrong | null {
  if (words.length > longestBesideTitles) return "length";
  if (!plain.test(words)) return "characters";
  if (/\p{L}\.\p{L}|\bwww\b|\bhttps?\b/iu.test(words)) return "link";
  const said = words.match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  const numbers = said.flatMap(numberOf);
  const known = [7, facts.tasks_ahead, facts.busiest_day?.tasks, facts.more_unanswered, facts.overdue, facts.done];
  if (numbers.some((number) => number !== 0 && !known.includes(number))) return "number";
  const busiest = facts.busiest_day?.day.toLowerCase();
  if (said.some((word) => days.has(bare(word)) && bare(word) !== busiest)) return "day";
  const names = new Set(facts.unanswered.map(({ name }) => bare(name)));
  const isNew = (word: string) => /^\p{Lu}/u.test(word) && !names.has(bare(word)) && bare(word) !== busiest;
  if (said.some((word) => isNew(word) && !beginnings.has(bare(word)))) return "name";
  const isLeftOut = (count: number) => count > 0 && !numbers.includes(count);
  return isLeftOut(facts.tasks_ahead) || isLeftOut(facts.overdue) ? "silence" : null;
}

/** "12" and "twelve"; a number that is among no facts for what only sounds like one. */
function numberOf(word: string): number[] {
  if (/^\d/.test(word)) return [Number(word)];
  const number = numberWords.indexOf(bare(word));
  if (number >= 0) return [number];
  return vagueNumbers.has(bare(word)) ? [Number.NaN] : [];
}

/** "Sam's" is Sam. */
function bare(word: string): string {
  return word.toLowerCase().replace(/['’]s$/, "");
}
