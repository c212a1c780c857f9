import type { Doers, Token } from "../../types.ts";
import { type Rule, type Step, waysThrough } from "./rule.ts";
import type { SlotValues } from "./slots.ts";

export interface Found<Value> {
  value: Value;
  /** The index of the first token after what was read. */
  next: number;
}

/** Reads one kind of thing at a token, or finds that it is not there. */
export type Reader<Value> = (scan: Scan, at: number) => Found<Value> | null;

export type Readers = { [Name in keyof SlotValues]: Reader<SlotValues[Name]> };

/** One request while it is read. */
export interface Scan {
  tokens: Token[];
  /** The words that are names of the family, in lower case: April may be one. */
  names: ReadonlySet<string>;
  /** Who of the family can be asked to do things. */
  doers: Doers;
  readers: Readers;
  /** What each reader has found so far, by the number of the reader and by token. */
  answers: unknown[][];
}

interface Way<Meaning> {
  steps: Step[];
  /** The steps but the first. */
  rest: Step[];
  rule: Rule<Meaning>;
  /** The place of its rule in the list. */
  order: number;
}

/** A reader of whatever the rules can read. The longest reading wins; between equals the rule that stands first. */
export function readerOf<Meaning>(rules: Rule<Meaning>[]): Reader<Meaning> {
  const byWord = new Map<string, Way<Meaning>[]>();
  const bySlot = new Map<keyof SlotValues, Way<Meaning>[]>();
  for (const [order, rule] of rules.entries()) {
    for (const steps of waysThrough(rule.say)) {
      const first = steps[0]!;
      if ("name" in first) add(bySlot, first.name, { steps, rest: steps.slice(1), rule, order });
      else for (const word of first.words) add(byWord, word, { steps, rest: steps.slice(1), rule, order });
    }
  }
  return remembering((scan, at) => {
    let best: (Found<Meaning> & { order: number }) | null = null;
    const attempt = (way: Way<Meaning>, afterFirst: number) => {
      const next = endOf(way.rest, scan, afterFirst);
      if (next === null || (best && (next < best.next || (next === best.next && way.order > best.order)))) return;
      const value = way.rule.means(slotsOf(way.steps, scan, at), { scan, from: at, to: next });
      if (value !== null) best = { value, next, order: way.order };
    };
    for (const way of byWord.get(scan.tokens[at]!.word) ?? []) attempt(way, at + 1);
    for (const [name, ways] of bySlot) {
      const first = scan.readers[name](scan, at);
      if (first) for (const way of ways) attempt(way, first.next);
    }
    return best;
  });
}

/** Goes through the steps; null where the text says something else. */
function endOf(steps: Step[], scan: Scan, at: number, slots?: Record<string, unknown>): number | null {
  let next = at;
  for (const step of steps) {
    const token = scan.tokens[next];
    if (!token || (step.isGlued && !token.isGlued)) return null;
    if ("words" in step) {
      if (!step.words.has(token.word)) return null;
      next += 1;
    } else {
      const found = scan.readers[step.name](scan, next);
      if (!found) return null;
      if (slots) slots[step.slot] = found.value;
      next = found.next;
    }
  }
  return next;
}

function slotsOf(steps: Step[], scan: Scan, at: number): Partial<SlotValues> {
  const slots: Record<string, unknown> = {};
  endOf(steps, scan, at, slots);
  return slots;
}

let readersMade = 0;

/** Many rules ask for the same thing at the same token: it is read once. */
function remembering<Value>(read: Reader<Value>): Reader<Value> {
  const reader = readersMade;
  readersMade += 1;
  return (scan, at) => {
    if (!scan.tokens[at]) return null;
    // What stands under this reader was put there by it, two lines below.
    const answers = (scan.answers[reader] ??= []) as (Found<Value> | null)[];
    const known = answers[at];
    return known === undefined ? (answers[at] = read(scan, at)) : known;
  };
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
