import * as fc from "fast-check";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import { anyText } from "./any-text.ts";
import { allCases } from "./cases.ts";

const count = 10_000;
const limit = 50;

/** Counts the texts that take more than 50 ms, each at its best of three, and those that throw. */
export function measureHostileTexts(): Record<string, number> {
  const texts = fc.sample(anyText, count);
  let [slow, thrown, slowest] = [0, 0, 0];
  for (const text of texts) {
    try {
      const time = bestTime(text.slice(0, 2_000));
      slowest = Math.max(slowest, time);
      if (time > limit) slow += 1;
    } catch {
      thrown += 1;
    }
  }
  return {
    texts: count,
    [`over ${limit} ms`]: slow,
    exceptions: thrown,
    "slowest (ms)": Math.round(10 * slowest) / 10,
  };
}

function bestTime(text: string): number {
  let best = Infinity;
  for (let run = 0; run < 3 && best > limit / 5; run += 1) {
    const start = performance.now();
    parseText({ ...allCases[0]!, text });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

if (import.meta.main) console.table([measureHostileTexts()]);
