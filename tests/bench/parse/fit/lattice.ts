// All readings of one text at once: its possible parts, the splits between them, and their features.
import { partFeatures, splitFeatures } from "#app/domain/understanding/split/features.ts";
import {
  joints,
  type Mark,
  strengthOf,
  strengths,
} from "#app/domain/understanding/split/joints.ts";
import { kinds, type Part, partOf, timings } from "#app/domain/understanding/split/part.ts";
import type { Setting } from "#app/domain/understanding/split/setting.ts";
import type { Stretch } from "#app/domain/understanding/split/stretches.ts";

export interface Lattice {
  /** By part, in the order of their ends: its features, and whether it is right. */
  features: Int16Array[];
  isAllowed: Uint8Array;
  isFirst: Uint8Array;
  isLast: Uint8Array;
  /** By part: the arcs into it, from which part, with which features. */
  incoming: { from: number; features: Int16Array }[][];
}

const maxCandidates = 34;
const maxSpan = 14;

export function latticeOf(
  { setting, boundaries: inside, from, to }: Stretch,
  isAllowed: (part: Part) => boolean,
): Lattice | null {
  const { reading } = setting;
  if (inside.length > maxCandidates) return null;
  const startOf = (index: number) => (index < 0 ? from : inside[index]!.next);
  const endOf = (index: number) => inside[index]?.at ?? to;
  const parts: { part: Part; start: number; end: number }[] = [];
  const endingAt: number[][] = [];
  const lattice: Lattice = {
    features: [],
    isAllowed: new Uint8Array(),
    isFirst: new Uint8Array(),
    isLast: new Uint8Array(),
    incoming: [],
  };
  const [allowed, first, last]: boolean[][] = [[], [], []];
  for (let end = 0; end <= inside.length; end += 1) {
    endingAt.push([]);
    for (let start = -1; start < end; start += 1) {
      const isWhole = start === -1 && end === inside.length;
      const [partFrom, partTo] = [startOf(start), endOf(end)];
      const isTooLong = end - start > maxSpan && !isWhole;
      if (isTooLong || partFrom >= partTo || endingAt[start]?.length === 0) continue;
      const part = partOf(reading, partFrom, partTo);
      if (part.kind === "nothing" && !isWhole) continue;
      const incoming = (endingAt[start] ?? []).map((before) => ({
        from: before,
        features: splitIds(setting, parts[before]!.part, inside[start]!, part),
      }));
      endingAt[end]!.push(parts.length);
      parts.push({ part, start, end });
      lattice.features.push(partIds(setting, part));
      lattice.incoming.push(incoming);
      allowed!.push(isAllowed(part));
      first!.push(start < 0);
      last!.push(end === inside.length);
    }
  }
  lattice.isAllowed = Uint8Array.from(allowed!, Number);
  lattice.isFirst = Uint8Array.from(first!, Number);
  lattice.isLast = Uint8Array.from(last!, Number);
  return lattice;
}

function partIds(setting: Setting, part: Part): Int16Array {
  return Int16Array.from(
    partFeatures.flatMap(({ test }, index) => (test(part, setting) ? [index] : [])),
  );
}

function splitIds(setting: Setting, left: Part, mark: Mark, right: Part): Int16Array {
  const split = { left, mark, right, joint: mark.joint };
  const ids: number[] = [];
  for (const [index, { test }] of splitFeatures.entries())
    if (test(split, setting)) ids.push(partFeatures.length + index);
  const strength = strengthOf(mark.joint);
  for (const key of [
    mark.joint,
    `left ${left.kind}`,
    `right ${right.kind}`,
    pairOf(strength, left.kind, right.kind),
    pairOf(strength, left.timing, right.timing),
  ])
    ids.push(idOfKey.get(key)!);
  return Int16Array.from(ids);
}

export const pairOf = (strength: string, left: string, right: string) =>
  `${left} ${strength} ${right}`;

const keys = [
  ...joints,
  ...kinds.flatMap((kind) => [`left ${kind}`, `right ${kind}`]),
  ...strengths.flatMap((strength) =>
    [kinds, timings].flatMap((names) =>
      names.flatMap((left) => names.map((right) => pairOf(strength, left, right))),
    ),
  ),
];

export const featureNames = [...partFeatures, ...splitFeatures].map(({ name }) => name);
export const names = [...featureNames, ...keys];
const idOfKey = new Map(keys.map((key, index) => [key, featureNames.length + index]));

/** The log of the sum over all readings, or over the right ones, and where they have features. */
export function expect(
  lattice: Lattice,
  weights: Float64Array,
  onlyAllowed: boolean,
  add: (features: Int16Array, share: number) => void,
): number {
  const { features, incoming, isFirst, isLast, isAllowed } = lattice;
  const size = features.length;
  const forward = new Float64Array(size).fill(-Infinity);
  const own = new Float64Array(size);
  const scores: Float64Array[] = [];
  let total = -Infinity;
  for (let to = 0; to < size; to += 1) {
    scores.push(new Float64Array(incoming[to]!.length));
    if (onlyAllowed && !isAllowed[to]) continue;
    own[to] = sum(features[to]!, weights);
    let value = isFirst[to] ? 0 : -Infinity;
    for (const [index, { from, features: ids }] of incoming[to]!.entries()) {
      if (forward[from] === -Infinity) continue;
      scores[to]![index] = sum(ids, weights);
      value = plus(value, forward[from]! + scores[to]![index]!);
    }
    if (value === -Infinity) continue;
    forward[to] = value + own[to]!;
    if (isLast[to]) total = plus(total, forward[to]!);
  }
  if (total === -Infinity) return total;
  spread({ lattice, forward, own, scores, total }, add);
  return total;
}

interface Sums {
  lattice: Lattice;
  forward: Float64Array;
  own: Float64Array;
  scores: Float64Array[];
  total: number;
}

/** Goes back from the end, and gives each part and split its share of all readings. */
function spread(
  { lattice: { features, incoming, isLast }, forward, own, scores, total }: Sums,
  add: (features: Int16Array, share: number) => void,
): void {
  const size = features.length;
  const backward = new Float64Array(size).fill(-Infinity);
  for (let to = size - 1; to >= 0; to -= 1) {
    if (forward[to] === -Infinity) continue;
    if (isLast[to]) backward[to] = plus(backward[to]!, 0);
    if (backward[to] === -Infinity) continue;
    add(features[to]!, Math.exp(forward[to]! + backward[to]! - total));
    for (const [index, { from, features: ids }] of incoming[to]!.entries()) {
      if (forward[from] === -Infinity) continue;
      const after = scores[to]![index]! + own[to]! + backward[to]!;
      backward[from] = plus(backward[from]!, after);
      add(ids, Math.exp(forward[from]! + after - total));
    }
  }
}

/** Tests whether all parts of the best reading are right. */
export function isBestRight(lattice: Lattice, weights: Float64Array): boolean {
  const { features, incoming, isFirst, isLast, isAllowed } = lattice;
  const size = features.length;
  const best = new Float64Array(size).fill(-Infinity);
  const right = new Uint8Array(size);
  let [top, isRight] = [-Infinity, false];
  for (let to = 0; to < size; to += 1) {
    let value = isFirst[to] ? 0 : -Infinity;
    let isBefore = isFirst[to] === 1;
    for (const { from, features: ids } of incoming[to]!) {
      const score = best[from]! + sum(ids, weights);
      if (score > value) {
        value = score;
        isBefore = right[from] === 1;
      }
    }
    best[to] = value + sum(features[to]!, weights);
    right[to] = isBefore && isAllowed[to] ? 1 : 0;
    if (isLast[to] && best[to]! > top) [top, isRight] = [best[to]!, right[to] === 1];
  }
  return isRight;
}

function sum(ids: Int16Array, weights: Float64Array): number {
  let total = 0;
  for (const id of ids) total += weights[id]!;
  return total;
}

function plus(one: number, other: number): number {
  if (one === -Infinity) return other;
  if (other === -Infinity) return one;
  return one > other
    ? one + Math.log1p(Math.exp(other - one))
    : other + Math.log1p(Math.exp(one - other));
}
