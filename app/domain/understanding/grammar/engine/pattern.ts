import type { SlotValues } from "./slots.ts";

export type Step = { isAttached: boolean } & (
  | { words: ReadonlySet<string> }
  | { slot: string; name: keyof SlotValues }
);

/** Expands the optional parts of a pattern: "[the] {nth}" becomes "the {nth}" and "{nth}". */
export function expandPattern(say: string): Step[][] {
  const optional = /\[([^\]]*)\]/.exec(say);
  if (!optional) return [[...say.matchAll(/(\s*)(?:\{(\w+)\}|([^\s{}]+))/g)].map(stepOf)];
  const before = say.slice(0, optional.index);
  const after = say.slice(optional.index + optional[0].length);
  return [
    ...expandPattern(before + optional[1] + after),
    ...expandPattern(`${before.trimEnd()}${after}`),
  ];
}

function stepOf({ index, 1: space, 2: slot, 3: words }: RegExpMatchArray): Step {
  const isAttached = index !== 0 && space === "";
  if (slot === undefined) return { isAttached, words: new Set(words!.split("|")) };
  return { isAttached, slot, name: slot.replace(/\d$/, "") as keyof SlotValues };
}
