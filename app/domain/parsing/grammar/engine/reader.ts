import { expandPattern, type Step } from "./pattern.ts";
import type { SlotValues } from "./slots.ts";
import type { Match, Reader, Rule, Scan } from "./types.ts";

interface Variant<Meaning> {
  steps: Step[];
  rule: Rule<Meaning>;
  order: number;
}

/** The longest match wins; of equally long ones, the first rule. */
export function createReader<Meaning>(rules: Rule<Meaning>[]): Reader<Meaning> {
  const { byWord, bySlot } = indexVariants(rules);
  return memoized((scan, at) => {
    let best: (Match<Meaning> & { order: number }) | null = null;
    const attempt = ({ steps, rule, order }: Variant<Meaning>, afterFirst: number) => {
      const next = matchSteps(steps, 1, scan, afterFirst);
      if (next === null || (best && (next < best.next || (next === best.next && order > best.order)))) return;
      const value = rule.means(slotValues(steps, scan, at), { scan, from: at, to: next });
      if (value !== null) best = { value, next, order };
    };
    for (const variant of byWord.get(scan.tokens[at]!.word) ?? []) attempt(variant, at + 1);
    for (const [name, variants] of bySlot) {
      const first = scan.readers[name](scan, at);
      if (first) for (const variant of variants) attempt(variant, first.next);
    }
    return best;
  });
}

function indexVariants<Meaning>(rules: Rule<Meaning>[]) {
  const byWord = new Map<string, Variant<Meaning>[]>();
  const bySlot = new Map<keyof SlotValues, Variant<Meaning>[]>();
  for (const [order, rule] of rules.entries()) {
    for (const steps of expandPattern(rule.say)) {
      const first = steps[0]!;
      if ("name" in first) append(bySlot, first.name, { steps, rule, order });
      else for (const word of first.words) append(byWord, word, { steps, rule, order });
    }
  }
  return { byWord, bySlot };
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Returns the token after the steps, or null if they don't match. */
function matchSteps(
  steps: Step[],
  first: number,
  scan: Scan,
  at: number,
  slots?: Record<string, unknown>,
): number | null {
  let next = at;
  for (let index = first; index < steps.length; index += 1) {
    const step = steps[index]!;
    const token = scan.tokens[next];
    if (!token || (step.isAttached && !token.isAttached)) return null;
    if ("words" in step) {
      if (!step.words.has(token.word)) return null;
      next += 1;
    } else {
      const match = scan.readers[step.name](scan, next);
      if (!match) return null;
      if (slots) slots[step.slot] = match.value;
      next = match.next;
    }
  }
  return next;
}

function slotValues(steps: Step[], scan: Scan, at: number): Partial<SlotValues> {
  const slots: Record<string, unknown> = {};
  matchSteps(steps, 0, scan, at, slots);
  return slots;
}

let readerCount = 0;

/** Many rules read the same slot at the same token. */
function memoized<Value>(read: Reader<Value>): Reader<Value> {
  const reader = readerCount;
  readerCount += 1;
  return (scan, at) => {
    if (!scan.tokens[at]) return null;
    const matches = (scan.memo[reader] ??= []) as (Match<Value> | null)[];
    const known = matches[at];
    return known === undefined ? (matches[at] = read(scan, at)) : known;
  };
}
