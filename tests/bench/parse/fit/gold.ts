import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import type { Boundary } from "#app/domain/understanding/split/boundaries.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";

/**
 * For each token the task whose title has it, or -1: a right part holds all tokens of one task and
 * none of another. Null where the titles say too little about the text.
 */
export function labelsOf(
  reading: Reading,
  places: number[],
  titles: string[][],
  isOpen: (at: number) => boolean,
): number[] | null {
  const { tokens } = reading;
  const wanted = merged(titles, reading);
  if (wanted.length === 1) return tokens.map(() => 0);
  if (wanted.some((words) => words === null)) return null;
  const sets = wanted as Set<string>[];
  const cuts = [...new Set([0, ...places, tokens.length])].toSorted((a, b) => a - b);
  const overlap = (task: number, from: number, to: number) => {
    const left = new Set(sets[task]);
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const word = isOpen(at) ? matching(tokens[at]!, left) : null;
      if (word === null) continue;
      left.delete(word);
      count += weightOf(word);
    }
    return count;
  };
  const best: number[][] = [];
  const from: number[][] = [];
  for (let task = 0; task < sets.length; task += 1) {
    best.push(cuts.map(() => -Infinity));
    from.push(cuts.map(() => 0));
    for (let end = 1; end < cuts.length; end += 1)
      for (let start = task === 0 ? 0 : 1; start < end; start += 1) {
        if (task === 0 && start > 0) break;
        const before = task === 0 ? 0 : best[task - 1]![start]!;
        const score = before + overlap(task, cuts[start]!, cuts[end]!);
        if (score > best[task]![end]!) {
          best[task]![end] = score;
          from[task]![end] = start;
        }
      }
  }
  const labels = tokens.map(() => -1);
  let end = cuts.length - 1;
  if (best.at(-1)![end] === -Infinity) return null;
  for (let task = sets.length - 1; task >= 0; task -= 1) {
    const start = from[task]![end]!;
    const left = new Set(sets[task]);
    let found = 0;
    for (let at = cuts[start]!; at < cuts[end]!; at += 1) {
      const word = isOpen(at) ? matching(tokens[at]!, left) : null;
      if (word === null || !/[\p{L}\p{N}]/u.test(word)) continue;
      left.delete(word);
      labels[at] = task;
      found += 1;
    }
    if (found === 0) return null;
    end = start;
  }
  return labels;
}

function weightOf(word: string): number {
  return word.length < 4 ? 0.5 : 1;
}

function matching(
  { text, word }: { text: string; word: string },
  left: Set<string>,
): string | null {
  const lower = text.toLowerCase();
  return left.has(lower) ? lower : left.has(word) ? word : null;
}

/** The words of each title; several days of one title are one part. */
function merged(titles: string[][], { tokens }: Reading): (Set<string> | null)[] {
  const kept = titles.filter((each, at) => {
    if (at === 0 || each.join() !== titles[at - 1]!.join() || each.includes("*")) return true;
    const last = wordsOf(each[0]!).at(-1)!;
    return tokens.filter(({ text }) => text.toLowerCase() === last).length > 1;
  });
  return kept.map((each) => (each.includes("*") ? null : new Set(commonWords(each))));
}

/** The words that all acceptable titles have, without small ones. */
function commonWords(titles: string[]): string[] {
  const all = titles.map(wordsOf);
  const isSaid = (word: string) => all.every((words) => words.includes(word));
  const words = all[0]!.filter(isSaid);
  const large = words.filter((word) => !connectingWords.has(word) && !small.has(word));
  return large.length > 0 ? large : words.length > 0 ? words : all[0]!;
}

const small = new Set(["the", "a", "an", "'s", "my", "our", "of"]);

function wordsOf(title: string): string[] {
  return [
    ...title
      .toLowerCase()
      .replaceAll("’", "'")
      .matchAll(/[\p{L}\p{N}]+(?:'(?!s\b)\p{L}+)?|'s/gu),
  ].map(([word]) => word);
}

export type { Boundary };
