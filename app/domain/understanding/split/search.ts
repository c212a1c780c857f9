import type { Boundary } from "./boundaries.ts";
import { jointOf, keysOf, type Setting, type Split, partFeatures, splitFeatures } from "./features.ts";
import { type Part, partOf } from "./part.ts";

/** The parts of the best reading, and the marks between them. */
export interface Parse {
  parts: Part[];
  marks: Boundary[];
}

/** A reading of the text up to a place, of which the last part is still open at its end. */
interface Path {
  score: number;
  part: Part;
  mark: Boundary | null;
  before: Path | null;
  count: number;
}

export interface Scorer {
  ofPart: (part: Part, setting: Setting) => number;
  ofSplit: (split: Split, setting: Setting) => number;
  /** False for parts that the search may not choose. */
  isAllowed?: (part: Part) => boolean;
}

const width = 3;
const maxSpan = 24;
const maxPaths = 500;

/**
 * Finds the parts from `from` to `to` that score best together: at each place where a part may end
 * it keeps the best few ways to get there.
 */
export function search(
  setting: Setting,
  from: number,
  to: number,
  maxParts: number,
  scorer: Scorer,
): Parse | null {
  const { reading, boundaries } = setting;
  const inside = boundaries.filter(({ at, next }) => at > from && next < to);
  const span = inside.length * maxSpan > maxPaths ? Math.max(4, Math.floor(maxPaths / inside.length)) : maxSpan;
  const startOf = (index: number) => (index < 0 ? from : inside[index]!.next);
  const endOf = (index: number) => inside[index]?.at ?? to;
  const endingAt: Path[][] = [];
  for (let end = 0; end <= inside.length; end += 1) {
    const paths: Path[] = [];
    // The whole text may be one part, however long it is.
    const first = Math.max(-1, end - 1 - span);
    const starts = Array.from({ length: end - first }, (_, index) => end - 1 - index);
    if (end === inside.length && first > -1) starts.push(-1);
    for (const start of starts) {
      const [partFrom, partTo] = [startOf(start), endOf(end)];
      if (partFrom >= partTo) continue;
      if (start >= 0 && endingAt[start]!.length === 0) continue;
      const part = partOf(reading, partFrom, partTo);
      if (scorer.isAllowed && !scorer.isAllowed(part)) continue;
      const own = scorer.ofPart(part, setting);
      if (start < 0) {
        paths.push({ score: own, part, mark: null, before: null, count: 1 });
        continue;
      }
      const mark = inside[start]!;
      let best: Path | null = null;
      for (const before of endingAt[start]!) {
        if (before.count >= maxParts) continue;
        const score = before.score + own + scorer.ofSplit({ left: before.part, mark, right: part }, setting);
        if (!best || score > best.score)
          best = { score, part, mark, before, count: before.count + 1 };
      }
      if (best) paths.push(best);
    }
    endingAt.push(end < inside.length ? paths.toSorted((a, b) => b.score - a.score).slice(0, width) : paths);
  }
  let path: Path | null = endingAt.at(-1)!.reduce<Path | null>(
    (best, one) => (!best || one.score > best.score ? one : best),
    null,
  );
  if (!path) return null;
  const parse: Parse = { parts: [], marks: [] };
  for (; path; path = path.before) {
    parse.parts.unshift(path.part);
    if (path.mark) parse.marks.unshift(path.mark);
  }
  return parse;
}

export type Weights = Readonly<Record<string, number>>;

export function scorerOf(weights: Weights): Scorer {
  const ofParts = partFeatures.map(({ name }) => weights[name] ?? 0);
  const ofSplits = splitFeatures.map(({ name }) => weights[name] ?? 0);
  return {
    ofPart: (part, setting) => {
      let sum = 0;
      for (const [index, weight] of ofParts.entries())
        if (weight !== 0 && partFeatures[index]!.test(part, setting)) sum += weight;
      return sum;
    },
    ofSplit: (split, setting) => {
      const subject = { ...split, joint: jointOf(setting.reading, split.mark) };
      let sum = 0;
      for (const key of keysOf(split, subject.joint)) sum += weights[key] ?? 0;
      for (let index = 0; index < ofSplits.length; index += 1)
        if (ofSplits[index] !== 0 && splitFeatures[index]!.test(subject, setting))
          sum += ofSplits[index]!;
      return sum;
    },
  };
}
