// How right and how fast the built-in parser is: node tests/bench/parse/bench.ts
import { existsSync } from "node:fs";
import { parseRequests } from "#app/domain/parsing/parse-request.ts";
import { mistakesIn, readCases } from "./cases.ts";
import { WORST_TEXTS } from "./worst-texts.ts";

const OWN_CASES = new URL("cases.txt", import.meta.url);
const SHARED_CASES = new URL("../../../../shared/parse/cases.txt", import.meta.url);
const ROUNDS = 20;

const own = readCases(OWN_CASES);
console.log(`own cases: ${accuracyOf(own)}`);
console.log(`shared cases: ${existsSync(SHARED_CASES) ? accuracyOf(readCases(SHARED_CASES)) : "not here"}`);

// The first rounds run before the machine code is made.
for (let round = 0; round < 3; round += 1) own.forEach((request) => parseRequests(request));
const times = Array.from({ length: ROUNDS }, () => own.map((request) => timeOf(request))).flat();
times.sort((one, other) => one - other);
console.log("Each time is the best of three, so that what else the machine does is not in it.");
console.log(
  `a request: p50 ${ms(times[Math.floor(times.length / 2)]!)}, p99 ${ms(times[Math.floor(0.99 * times.length)]!)} (${times.length} runs)`,
);

for (const [name, text] of Object.entries(WORST_TEXTS)) {
  const runs = Array.from({ length: 5 }, () => timeOf({ ...own[0]!, text })).toSorted((one, other) => one - other);
  console.log(`2,000 characters of ${name}: median ${ms(runs[2]!)}, worst ${ms(runs[4]!)}`);
}

function accuracyOf(cases: ReturnType<typeof readCases>): string {
  const right = cases.filter((request) => mistakesIn(request).length === 0).length;
  return `${right} of ${cases.length} all right (${((100 * right) / cases.length).toFixed(1)} %)`;
}

function timeOf(request: Parameters<typeof parseRequests>[0]): number {
  const runs = [1, 2, 3].map(() => {
    const start = performance.now();
    parseRequests(request);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
