import type { Doers } from "../assignee/doers.ts";
import type { Token } from "../tokens.ts";
import type { Rule, Step } from "./phrase.ts";
import { waysThrough } from "./phrase.ts";
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
  /** What each reader has found so far, by token. */
  answers: Map<unknown, unknown>;
}

interface Way<Meaning> {
  steps: Step[];
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
      if ("name" in first) add(bySlot, first.name, { steps, rule, order });
      else for (const word of first.words) add(byWord, word, { steps, rule, order });
    }
  }
  return remembering((scan, at) => {
    let best: (Found<Meaning> & { order: number }) | null = null;
    const attempt = (way: Way<Meaning>) => {
      const next = endOf(way.steps, scan, at);
      if (next === null || (best && (next < best.next || (next === best.next && way.order > best.order)))) return;
      const value = way.rule.means(slotsOf(way.steps, scan, at), { scan, from: at, to: next });
      if (value !== null) best = { value, next, order: way.order };
    };
    byWord.get(scan.tokens[at]!.word)?.forEach(attempt);
    for (const [name, ways] of bySlot) if (scan.readers[name](scan, at)) ways.forEach(attempt);
    return best;
  });
}

/** Goes through the steps; null where the text says something else. */
function endOf(steps: Step[], scan: Scan, at: number, slots?: Record<string, unknown>): number | null {
  let next = at;
  for (const step of steps) {
    const token = scan.tokens[next];
    if (!token || (step.isGlued && !token.isGlued && next > at)) return null;
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

/** Many rules ask for the same thing at the same token: it is read once. */
function remembering<Value>(read: Reader<Value>): Reader<Value> {
  return (scan, at) => {
    if (!scan.tokens[at]) return null;
    // What stands under this reader was put there by it, two lines below.
    let answers = scan.answers.get(read) as (Found<Value> | null)[] | undefined;
    if (!answers) scan.answers.set(read, (answers = []));
    const known = answers[at];
    return known === undefined ? (answers[at] = read(scan, at)) : known;
  };
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
