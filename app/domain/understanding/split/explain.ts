import type { Reading } from "../resolve/reading.ts";
import { partFeatures } from "./features.ts";
import { scorerOf, termsOf, termsOfSplit } from "./score.ts";
import { search } from "./search.ts";
import { findStretches } from "./stretches.ts";
import { weights } from "./weights.ts";

/** Explains line by line why a text was split as it was: each part, and the worth of each split. */
export function explainSplits(text: string, reading: Reading): string[] {
  const say = (from: number, to: number) =>
    reading.tokens
      .slice(from, to)
      .map((token) => token.text)
      .join(" ");
  const lines: string[] = [];
  for (const stretch of findStretches(text, reading)) {
    const { boundaries, headings, setting } = stretch;
    for (const heading of headings)
      lines.push(`heading (${heading.type}): ${say(heading.from, heading.to)}`);
    lines.push(
      `may be split before: ${boundaries.map(({ next }) => say(next, next + 1)).join(" ")}`,
    );
    const { parts, marks } = search(stretch, Infinity, scorerOf(weights));
    for (const [index, right] of parts.entries()) {
      const [left, mark] = [parts[index - 1], marks[index - 1]];
      if (left && mark)
        lines.push(
          ...sumOf(termsOfSplit(weights, { left, mark, right, joint: mark.joint }, setting)),
        );
      lines.push(`${right.kind}: ${say(right.from, right.to)}`);
      lines.push(...sumOf(termsOf(partFeatures, weights, right, setting)));
    }
  }
  return lines;
}

function sumOf(terms: [string, number][]): string[] {
  if (terms.length === 0) return [];
  const sum = terms.reduce((total, [, weight]) => total + weight, 0);
  return [
    `  ${sum.toFixed(2).padStart(6)}`,
    ...terms.map(([name, weight]) => `      ${weight.toFixed(2).padStart(6)}  ${name}`),
  ];
}
