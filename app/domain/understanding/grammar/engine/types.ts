import type { AssigneeNames, Token, WeekStart } from "#app/domain/understanding/types.ts";
import type { SlotValues } from "./slots.ts";

export interface Scan {
  tokens: Token[];
  /** Names of family members, in lower case: "april" may be one. */
  names: ReadonlySet<string>;
  assigneeNames: AssigneeNames;
  /** Below a heading like "Saturday:", or in an agenda, where "church 10" has a time. */
  list: ListKind | null;
  weekStart: WeekStart;
  readers: Readers;
  memo: unknown[][];
}

export type ListKind = "day" | "agenda" | "plan";

export type Reader<Value> = (scan: Scan, at: number) => Match<Value> | null;

export type Readers = { [Name in keyof SlotValues]: Reader<SlotValues[Name]> };

export interface Match<Value> {
  value: Value;
  /** The first token after the match. */
  next: number;
}

/**
 * A rule of the grammar. `say` is the pattern, `means` returns its meaning, or null to reject the match.
 *
 *   say: "the {nth} [day] of|in {month}"       a|b  either word           [x]   optional
 *                                              {x}  a slot of slots.ts    {x2}  the same slot again
 *
 * A space in the pattern allows one in the text; without a space the pieces must touch ("{hour}:{minute}").
 */
export interface Rule<Meaning> {
  say: string;
  examples: string[];
  means: (slots: Partial<SlotValues>, place: Place) => Meaning | null;
}

/** The tokens that a rule matched, from `from` up to but not including `to`. */
export interface Place {
  scan: Scan;
  from: number;
  to: number;
}
