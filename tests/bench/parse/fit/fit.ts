// npm run parse:fit
import { writeFileSync } from "node:fs";
import type { Boundary } from "#app/domain/understanding/split/boundaries.ts";
import { findStretches, type Stretch } from "#app/domain/understanding/split/stretches.ts";
import { joints, strengths } from "#app/domain/understanding/split/joints.ts";
import { kinds, type Part, timings } from "#app/domain/understanding/split/part.ts";
import { scorerOf, type Weights } from "#app/domain/understanding/split/score.ts";
import { search } from "#app/domain/understanding/split/search.ts";
import { labelsOf } from "./gold.ts";
import { type Kept, readKept } from "./kept.ts";
import {
  expect,
  featureNames,
  isBestRight,
  type Lattice,
  latticeOf,
  names,
  pairOf,
} from "./lattice.ts";

interface Example extends Kept {
  lattices: Lattice[];
  show: () => string;
}

const option = (name: string) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1];
const start = performance.now();
let skipped = 0;
let unreachable = 0;
const examples: Example[] = readKept().flatMap((kept) => {
  const example = exampleOf(kept);
  if (!example) skipped += 1;
  return example ? [example] : [];
});

function exampleOf(kept: Kept): Example | null {
  const { reading, text } = kept;
  const stretches = findStretches(text, reading);
  const isOpen = (at: number) => stretches.some(({ from, to }) => from <= at && at < to);
  const places = stretches.flatMap(({ from, boundaries }) => [
    { at: from, isMarked: true },
    ...boundaries.map(({ at, next }) => ({ at: next, isMarked: at < next })),
  ]);
  const labels = labelsOf(reading, places, kept.titles, isOpen);
  if (!labels) return null;
  const isOne = labels.every((label) => label === 0);
  const isAllowed = rightParts(labels, stretches);
  const lattices = stretches.map((stretch) =>
    latticeOf(
      stretch,
      isOne ? ({ from, to }) => from === stretch.from && to === stretch.to : isAllowed,
    ),
  );
  if (lattices.some((lattice) => lattice === null)) return null;
  const none = new Float64Array(names.length);
  const isReachable = lattices.every(
    (lattice) => expect(lattice!, none, true, () => undefined) > -Infinity,
  );
  if (!isReachable) {
    unreachable += 1;
    if (process.argv.includes("--wrong")) console.log("unreachable:", text);
    return null;
  }
  const show = () =>
    stretches
      .flatMap((stretch) =>
        search(stretch, 20, scorerOf(table())).parts.map((part) =>
          reading.tokens
            .slice(part.from, part.to)
            .map((token) => token.text)
            .join(" "),
        ),
      )
      .join("  |  ");
  return { ...kept, lattices: lattices as Lattice[], show };
}

/** A part is right if it has all the words of one task, and none of another. */
function rightParts(labels: number[], stretches: Stretch[]): (part: Part) => boolean {
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue;
    if (!first.has(label)) first.set(label, at);
    last.set(label, at);
  }
  const isStart = rightStarts(labels, stretches);
  return ({ from, to }) => {
    const inside = new Set(labels.slice(from, to).filter((label) => label >= 0));
    const [label] = inside;
    return (
      isStart.has(from) && inside.size === 1 && first.get(label!)! >= from && last.get(label!)! < to
    );
  };
}

/** Between the words of two tasks, a right split is at the strongest mark. */
function rightStarts(labels: number[], stretches: Stretch[]): Set<number> {
  const starts = new Set(stretches.map(({ from }) => from));
  const labelled = [...labels.keys()].filter((at) => labels[at]! >= 0);
  for (const [index, after] of labelled.entries()) {
    const before = labelled[index - 1];
    if (before === undefined || labels[before] === labels[after]) continue;
    const between = stretches
      .flatMap(({ boundaries }) => boundaries)
      .filter(({ at, next }) => before < at && next <= after);
    const strongest = Math.max(...between.map(strengthOf));
    for (const mark of between) if (strengthOf(mark) === strongest) starts.add(mark.next);
  }
  return starts;
}

function strengthOf({ at, next, separator, isNewLine }: Boundary): number {
  if (isNewLine || separator === "item") return 3;
  if (separator === "sentence") return 2;
  return next > at ? 1 : 0;
}

let weights = new Float64Array(names.length);

/** Builds the tables that the search uses. Those of pairs include the worth of each kind alone. */
function table(): Weights {
  const index = new Map(names.map((name, at) => [name, at]));
  const of = (...sum: string[]) =>
    Math.round(10 * sum.reduce((total, name) => total + weights[index.get(name)!]!, 0)) / 10;
  const said = kinds.filter((kind) => kind !== "nothing");
  return {
    features: Object.fromEntries(featureNames.map((name) => [name, of(name)])),
    joints: tableOf(joints, (joint) => of(joint)),
    kinds: tableOf(strengths, (strength) =>
      tableOf(said, (left) =>
        tableOf(said, (right) =>
          of(`left ${left}`, `right ${right}`, pairOf(strength, left, right)),
        ),
      ),
    ),
    timings: tableOf(strengths, (strength) =>
      tableOf(timings, (left) => tableOf(timings, (right) => of(pairOf(strength, left, right)))),
    ),
  };
}

function tableOf<Name extends string, Value>(
  all: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(all.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

const namedDecay = Number(option("named") ?? 0.1);

/** Makes the right readings likelier, by Adam over all examples at once. */
function train(on: Example[], steps: number, decay: number, verbose = true): Float64Array {
  const values = new Float64Array(names.length);
  const [mean, square] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (let step = 1; step <= steps; step += 1) {
    const gradient = values.map(
      (value, index) => -value * (index < featureNames.length ? namedDecay : decay),
    );
    let likelihood = 0;
    for (const { lattices, file } of on) {
      const weight = file.includes("split") || file === "one-task" || file === "cases" ? 3 : 1;
      for (const lattice of lattices) {
        if (lattice.features.length < 2) continue;
        likelihood += expect(lattice, values, true, (ids, share) => {
          for (const id of ids) gradient[id]! += weight * share;
        });
        likelihood -= expect(lattice, values, false, (ids, share) => {
          for (const id of ids) gradient[id]! -= weight * share;
        });
      }
    }
    const rate = 0.3 * (1 - step / (steps + 1)) + 0.005;
    for (let index = 0; index < names.length; index += 1) {
      mean[index] = 0.9 * mean[index]! + 0.1 * gradient[index]!;
      square[index] = 0.99 * square[index]! + 0.01 * gradient[index]! ** 2;
      const [m, s] = [mean[index]! / (1 - 0.9 ** step), square[index]! / (1 - 0.99 ** step)];
      values[index]! += (rate * m) / (Math.sqrt(s) + 1e-6);
    }
    if (verbose && step % 20 === 0)
      console.log(
        `step ${step}: ${likelihood.toFixed(0)}, ${Math.round((performance.now() - start) / 1000)} s`,
      );
  }
  return values;
}

function accuracy(on: Example[], values = weights, show = false) {
  const byFile = new Map<string, [number, number]>();
  for (const example of on) {
    const ok = example.lattices.every((lattice) => isBestRight(lattice, values));
    const [right, all] = byFile.get(example.file) ?? [0, 0];
    byFile.set(example.file, [right + (ok ? 1 : 0), all + 1]);
    if (!ok && show)
      console.log(
        `${example.file}: ${JSON.stringify(example.text)}\n     ${example.show()}\n     wanted ${example.titles.map(([title]) => title).join(" | ")}`,
      );
  }
  return byFile;
}

const training = process.argv.includes("--all")
  ? examples
  : examples.filter(({ isHeldOut }) => !isHeldOut);
const held = examples.filter(({ isHeldOut }) => isHeldOut);
console.log(
  `${examples.length} examples, ${skipped} skipped, ${unreachable} unreachable; ${names.length} features; ${Math.round((performance.now() - start) / 1000)} s`,
);
weights = train(
  training,
  Number(option("steps") ?? 150),
  Number(option("decay") ?? 0.3),
) as Float64Array<ArrayBuffer>;
const say = (name: string, rows: Map<string, [number, number]>) => {
  const [right, all] = [...rows.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  console.log(
    `${name}: ${right} / ${all};`,
    [...rows].map(([file, [a, b]]) => `${file} ${a}/${b}`).join(", "),
  );
};
say("training", accuracy(training, weights, process.argv.includes("--wrong")));
say("held out", accuracy(held));
if (process.argv.includes("--worth")) {
  const base = [...accuracy(examples).values()].reduce((all, [right]) => all + right, 0);
  const worth = names.map((name, index) => {
    const without = weights.slice();
    without[index] = 0;
    const right = [...accuracy(examples, without).values()].reduce((all, [one]) => all + one, 0);
    return [name, base - right, weights[index]!] as const;
  });
  for (const [name, drop, weight] of worth.toSorted((a, b) => b[1] - a[1]))
    console.log(`${String(drop).padStart(5)}  ${weight.toFixed(2).padStart(7)}  ${name}`);
}
writeFileSync(
  new URL("../../../../app/domain/understanding/split/weights.ts", import.meta.url),
  `import type { Weights } from "./score.ts";\n\n/** Written by \`npm run parse:fit\`. */\nexport const weights: Weights = ${written(table())};\n`,
);

/** As JSON, but the innermost tables of numbers on one line each. */
function written(value: object, indent = ""): string {
  const isRow = Object.values(value).every((each) => typeof each === "number");
  const isFeatures = Object.keys(value).length > 12;
  const fields = Object.entries(value).map(
    ([name, each]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${typeof each === "number" ? each : written(each, `${indent}  `)}`,
  );
  return isRow && !isFeatures
    ? `{ ${fields.join(", ")} }`
    : `{\n${fields.map((field) => `${indent}  ${field},\n`).join("")}${indent}}`;
}
