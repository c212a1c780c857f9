import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";

/** A place where a part may begin, after a mark or without one. */
interface Place {
  at: number;
  isMarked: boolean;
}

/**
 * For each token the task that must have it, or -1: a right part holds all tokens of one task and
 * none of another. Null where the titles say too little about the text.
 */
export function labelsOf(
  reading: Reading,
  places: Place[],
  titles: string[][],
  isOpen: (at: number) => boolean,
): number[] | null {
  const wanted = withoutRepeated(titles, reading).map(commonWords);
  if (wanted.length === 1) return reading.tokens.map(() => 0);
  const isMarked = new Map(places.map((place) => [place.at, place.isMarked]));
  const cuts = [...new Set([0, ...isMarked.keys(), reading.tokens.length])].toSorted(
    (a, b) => a - b,
  );
  const starts = bestStarts(cuts, wanted, (words, from, to) => {
    const found = tokensOf(reading, words, from, to, isOpen);
    return found.reduce((sum, { worth }) => sum + worth, isMarked.get(from) ? 0.2 : 0);
  });
  const labels = reading.tokens.map(() => -1);
  for (const [task, words] of wanted.entries()) {
    const [from, to] = [starts[task]!, starts[task + 1] ?? reading.tokens.length];
    const found = tokensOf(reading, words, from, to, isOpen).filter(({ isSure }) => isSure);
    if (found.length === 0) return null;
    for (const { at } of found) labels[at] = task;
  }
  return labels;
}

/** Finds where each task begins, so that all cover as many of their words as possible. */
function bestStarts(
  cuts: number[],
  wanted: (Set<string> | null)[],
  worthOf: (words: Set<string> | null, from: number, to: number) => number,
): number[] {
  let best = cuts.map((_, end) => ({ score: end === 0 ? 0 : -Infinity, starts: [] as number[] }));
  for (const words of wanted)
    best = cuts.map((to, end) => {
      let found = { score: -Infinity, starts: [] as number[] };
      for (let start = 0; start < end; start += 1) {
        const before = best[start]!;
        if (before.score === -Infinity) continue;
        const score = before.score + worthOf(words, cuts[start]!, to);
        if (score > found.score) found = { score, starts: [...before.starts, cuts[start]!] };
      }
      return found;
    });
  return best.at(-1)!.starts;
}

/** The tokens of a task from `from` to `to`: the words of its title, or all if none is given. */
function tokensOf(
  { tokens, timeAt }: Reading,
  words: Set<string> | null,
  from: number,
  to: number,
  isOpen: (at: number) => boolean,
) {
  const left = new Set(words);
  const found: { at: number; worth: number; isSure: boolean }[] = [];
  for (let at = from; at < to; at += 1) {
    if (!isOpen(at)) continue;
    const { text, word, type } = tokens[at]!;
    const said = [text.toLowerCase(), word].find((each) => left.delete(each));
    if (said !== undefined) found.push({ at, worth: said.length < 4 ? 0.5 : 1, isSure: true });
    else if (words && timeAt[at]) found.push({ at, worth: 0.02, isSure: false });
    else if (!words && type === "word" && !timeAt[at] && !connectingWords.has(word))
      found.push({ at, worth: 0.01, isSure: true });
  }
  return found;
}

/** Several days of one title are one part. */
function withoutRepeated(titles: string[][], { tokens }: Reading): string[][] {
  return titles.filter((each, at) => {
    if (at === 0 || each.join() !== titles[at - 1]!.join() || each.includes("*")) return true;
    const last = wordsOf(each[0]!).at(-1)!;
    return tokens.filter(({ text }) => text.toLowerCase() === last).length > 1;
  });
}

/** The words that all acceptable titles have, without small ones; null for any title. */
function commonWords(titles: string[]): Set<string> | null {
  if (titles.includes("*")) return null;
  const all = titles.map(wordsOf);
  const words = all[0]!.filter((word) => all.every((each) => each.includes(word)));
  const large = words.filter((word) => !connectingWords.has(word) && !small.has(word));
  return new Set([large, words, all[0]!].find(({ length }) => length > 0));
}

const small = new Set(["the", "a", "an", "'s", "my", "our", "of"]);

function wordsOf(title: string): string[] {
  const words = title.toLowerCase().replaceAll("’", "'");
  return [...words.matchAll(/[\p{L}\p{N}]+(?:'(?!s\b)\p{L}+)?|'s/gu)].map(([word]) => word);
}
