import type { Reading } from "../resolve/reading.ts";
import { jointOf, keysOf, partFeatures, splitFeatures } from "./features.ts";
import { scorerOf, search } from "./search.ts";
import { findStretches } from "./stretches.ts";
import { weights } from "./weights.ts";

/** Says in lines why a text was split as it was: each part, and what each split is worth. */
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
    for (const [index, part] of parts.entries()) {
      const mark = marks[index - 1];
      if (mark) {
        const split = { left: parts[index - 1]!, mark, right: part, joint: jointOf(reading, mark) };
        const found = splitFeatures.filter(({ test }) => test(split, setting));
        lines.push(...sumOf([...keysOf(split, split.joint), ...found.map(({ name }) => name)]));
      }
      lines.push(`${part.kind}: ${say(part.from, part.to)}`);
      const own = partFeatures.filter(({ test }) => test(part, setting)).map(({ name }) => name);
      if (own.length > 0) lines.push(...sumOf(own));
    }
  }
  return lines;
}

function sumOf(names: string[]): string[] {
  const rows = names.map((name) => [weights[name] ?? 0, name] as const);
  const sum = rows.reduce((total, [weight]) => total + weight, 0);
  return [
    `  ${sum.toFixed(2).padStart(6)}`,
    ...rows.map(([weight, name]) => `      ${weight.toFixed(2).padStart(6)}  ${name}`),
  ];
}
