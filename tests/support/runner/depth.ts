import { relative } from "node:path";
import { defaultReportMessage, type Parameters } from "fast-check";
import { expect } from "vitest";
import { isDeep } from "./is-deep.ts";
import { testSeed } from "./seed.ts";

interface Depth {
  /** The number in `npm run test:deep`. */
  full: number;
  /** The number in `npm test`. */
  part?: number;
}

export function runs({ full, part = full }: Depth): number {
  return isDeep ? full : part;
}

export function depth<Values>(counts: Depth): Parameters<Values> {
  const startedAt = performance.now();
  return {
    numRuns: runs(counts),
    seed: testSeed(),
    reporter(run) {
      if (run.failed)
        throw new Error(`${defaultReportMessage(run)}\n\n${again()}`, { cause: run.errorInstance });
      if (isDeep) console.log(summary(run.numRuns, performance.now() - startedAt));
    },
  };
}

function again(): string {
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  const depthToo = isDeep ? "MILA_TEST_DEPTH=full " : "";
  return `again with: ${depthToo}MILA_TEST_SEED=${testSeed()} npm test -- ${file}`;
}

function summary(count: number, ms: number): string {
  return `${expect.getState().currentTestName}: ${count.toLocaleString("en")} runs in ${(ms / 1_000).toFixed(1)} s`;
}
