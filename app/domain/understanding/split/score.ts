import { type Feature, partFeatures, type Split, splitFeatures } from "./features.ts";
import { type Joint, strengthOf, type Strength } from "./joints.ts";
import type { Part } from "./part.ts";
import type { Setting } from "./setting.ts";

/** A weight for each kind or timing of the left part and of the right one. */
type Table = Record<string, Record<string, number>>;

export interface Weights {
  features: Record<string, number>;
  joints: Record<Joint, number>;
  kinds: Record<Strength, Table>;
  timings: Record<Strength, Table>;
}

export interface Scorer {
  ofPart: (part: Part, setting: Setting) => number;
  ofSplit: (split: Split, setting: Setting) => number;
}

/** A reading's score is the sum of the weights of its parts and of the splits between them. */
export function scorerOf(weights: Weights): Scorer {
  const ofPart = sumOf(partFeatures, weights);
  const ofSplit = sumOf(splitFeatures, weights);
  return {
    ofPart,
    ofSplit: (split, setting) => {
      const { left, right, joint } = split;
      const strength = strengthOf(joint);
      return (
        weights.joints[joint] +
        weights.kinds[strength][left.kind]![right.kind]! +
        weights.timings[strength][left.timing]![right.timing]! +
        ofSplit(split, setting)
      );
    },
  };
}

function sumOf<Subject>(features: Feature<Subject>[], weights: Weights) {
  const used = features.flatMap(({ name, test }) => {
    const weight = weights.features[name] ?? 0;
    return weight === 0 ? [] : [{ weight, test }];
  });
  return (subject: Subject, setting: Setting) => {
    let sum = 0;
    for (const { weight, test } of used) if (test(subject, setting)) sum += weight;
    return sum;
  };
}

/** Returns the terms of a split's score, each with its name. */
export function termsOfSplit(weights: Weights, split: Split, setting: Setting): [string, number][] {
  const { left, right, joint } = split;
  const strength = strengthOf(joint);
  return [
    [joint, weights.joints[joint]],
    [`${left.kind} | ${right.kind}`, weights.kinds[strength][left.kind]![right.kind]!],
    [
      `time ${left.timing} | ${right.timing}`,
      weights.timings[strength][left.timing]![right.timing]!,
    ],
    ...termsOf(splitFeatures, weights, split, setting),
  ];
}

export function termsOf<Subject>(
  features: Feature<Subject>[],
  weights: Weights,
  subject: Subject,
  setting: Setting,
): [string, number][] {
  const found = features.filter(({ test }) => test(subject, setting));
  return found.map(({ name }) => [name, weights.features[name] ?? 0]);
}
