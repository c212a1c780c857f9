import type { Scan } from "./reader.ts";
import type { SlotValues } from "./slots.ts";

/**
 * A rule of the grammar: `say` is how people say it, `means` what it means, or null when it is not that after all.
 *
 *   say: "the {ordinal} [day] of {month}"      a|b: one of these words    [x]: may be left out
 *                                              {x}: a slot of slots.ts    {x2}: the same again
 *
 * A space in the pattern lets a space be there or not; no space means that the pieces touch ("{hour}:{minute}").
 */
export interface Rule<Meaning> {
  say: string;
  examples: string[];
  means: (slots: Partial<SlotValues>, place: Place) => Meaning | null;
}

/** Where a rule found its phrase: from the token at `from` up to, without it, the token at `to`. */
export interface Place {
  scan: Scan;
  from: number;
  to: number;
}

type SlotName<Name> = Name extends `${infer Base}${2 | 3}` ? Base & keyof SlotValues : Name & keyof SlotValues;
type NamesIn<Say extends string> = Say extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesAlways<Say extends string> = Say extends `${infer Before}[${string}]${infer After}`
  ? NamesIn<Before> | NamesAlways<After>
  : NamesIn<Say>;
type Slots<Say extends string> = { [Name in NamesAlways<Say>]: SlotValues[SlotName<Name>] } & {
  [Name in Exclude<NamesIn<Say>, NamesAlways<Say>>]?: SlotValues[SlotName<Name>];
};

/** Writes a rule down with the slots of its pattern known to the compiler. */
export function rule<const Say extends string, Meaning>(written: {
  say: Say;
  examples: string[];
  means: (slots: Slots<Say>, place: Place) => Meaning | null;
}): Rule<Meaning> {
  // The pattern in `say` is what fills the slots, so the wider type that all rules share is kept.
  return written as unknown as Rule<Meaning>;
}

export type Step = { isGlued: boolean } & ({ words: ReadonlySet<string> } | { slot: string; name: keyof SlotValues });

/** All the ways through a pattern, as steps: "[the] {ordinal}" is "{ordinal}" and "the {ordinal}". */
export function waysThrough(say: string): Step[][] {
  const optional = /\[([^\]]*)\]/.exec(say);
  if (!optional) return [[...say.matchAll(/(\s*)(?:\{(\w+)\}|([^\s{}]+))/g)].map(stepOf)];
  const before = say.slice(0, optional.index);
  const after = say.slice(optional.index + optional[0].length);
  return [...waysThrough(before + optional[1] + after), ...waysThrough(`${before.trimEnd()}${after}`)];
}

function stepOf({ index, 1: space, 2: slot, 3: words }: RegExpMatchArray): Step {
  const isGlued = index !== 0 && space === "";
  if (slot === undefined) return { isGlued, words: new Set(words!.split("|")) };
  return { isGlued, slot, name: slot.replace(/\d$/, "") as keyof SlotValues };
}
