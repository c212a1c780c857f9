// node tests/bench/parse/hostile-texts.ts: the time that texts take which are made to be slow.
import * as fc from "fast-check";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import { anyText } from "./any-text.ts";
import { allCases } from "./cases.ts";
import { readClasses } from "./classes.ts";

const count = 10_000;
const maxLength = 2_000;
const limit = 50;

const keptTexts = [...allCases, ...[...readClasses().values()].flat().map(({ request }) => request)]
  .map(({ text }) => text)
  .filter((text) => text !== "");
const kept = fc.constantFrom(...keptTexts);
const mark = fc.constantFrom(
  ..." ,;.:-–/&+|!?()[]{}<>\"'“”«»„*•1900\n\t☐✅",
  ", and ",
  "; then ",
  "1. ",
);
const foreign = fc.constantFrom(
  "завтра",
  "明日",
  "غدا",
  "שלום",
  "ẞ",
  "İ",
  "\u202e",
  "\u200d",
  "👩‍👩‍👧",
);

/** Each kind of text is long, or has many places where something could begin. */
const hostileTexts: Record<string, fc.Arbitrary<string>> = {
  "any text": anyText,
  "one piece repeated": fc
    .tuple(fc.oneof(mark, kept, foreign), fc.integer({ min: 50, max: 500 }))
    .map(([piece, times]) => piece.repeat(times)),
  "one word 500 times": fc
    .tuple(kept, mark)
    .map(([text, between]) => `${text.split(" ").at(-1)}${between}`.repeat(500)),
  "marks and digits": listOf(mark, 600).map((pieces) => pieces.join("")),
  "kept texts without anything between them": listOf(kept, 40).map((texts) => texts.join("")),
  "kept texts joined by marks": listOf(fc.oneof(kept, mark), 60).map((texts) => texts.join(" ")),
  "nested quotes and brackets": listOf(kept, 20).map((texts) =>
    texts.reduceRight((inner, text, at) => `${text} ${'(“"['[at % 4]}${inner}${')”"]'[at % 4]}`),
  ),
  "mixed scripts": listOf(fc.oneof(kept, foreign, mark), 80).map((pieces) => pieces.join(" ")),
};

function listOf<Value>(value: fc.Arbitrary<Value>, maxItems: number): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength: 1, maxLength: maxItems, size: "max" });
}

/** Measures each text at its best of three, which leaves out what else the machine does. */
export function measureHostileTexts(): Record<string, Record<string, number>> {
  const kinds = Object.entries(hostileTexts);
  return Object.fromEntries(
    kinds.map(([kind, arbitrary]) => {
      const numRuns = Math.ceil(count / kinds.length);
      return [kind, timesOf(fc.sample(arbitrary, { numRuns, seed: 43 }))];
    }),
  );
}

function timesOf(texts: string[]): Record<string, number> {
  const times: number[] = [];
  let thrown = 0;
  for (const text of texts) {
    try {
      times.push(bestTime(text.slice(0, maxLength)));
    } catch {
      thrown += 1;
    }
  }
  times.sort((one, other) => one - other);
  return {
    texts: texts.length,
    exceptions: thrown,
    "p99 (ms)": rounded(times[Math.floor(0.99 * times.length)]!),
    "worst (ms)": rounded(times.at(-1)!),
    [`over ${limit} ms`]: times.filter((time) => time > limit).length,
  };
}

/** Only what seems too slow is measured again. */
function bestTime(text: string): number {
  let best = Infinity;
  for (let run = 0; run < 3 && best > limit / 2; run += 1) {
    const start = process.cpuUsage();
    parseText({ ...allCases[0]!, text });
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

if (import.meta.main) console.table(measureHostileTexts());
