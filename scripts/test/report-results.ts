import { readFileSync } from "node:fs";
import type { Part, PartResult } from "./part.ts";
import { logFile } from "./run-part.ts";

const maxLogLines = 300;

export function printPart(result: PartResult, part: Part): void {
  if (part.isPreparation && result.hasPassed && result.seconds < 1) return;
  const { name, seconds, hasPassed } = result;
  const counts = part.report ? formatCounts(result) : "";
  console.log(
    `${hasPassed ? "✓" : "✗"} ${name.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s  ${counts}`.trimEnd(),
  );
  if (!hasPassed && seconds > 0 && !part.isShown) console.log(readTail(logFile(name)));
}

function readTail(log: string): string {
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const left = lines.length > maxLogLines ? `(the end of ${log})\n` : "";
  return `${left}${lines.slice(-maxLogLines).join("\n")}\n`;
}

/** Every test runs in `npm test`. These take longer, or another machine. */
const otherCommands: Record<string, string> = {
  "test:deep": "random cases at full size",
  faults: "fault runs at full size",
  attack: "attacks at full size",
  "test:browsers": "Firefox and WebKit",
  fair: "one household's load beside another",
  "first-day": "presses of a first day",
  "image:test": "the image",
};

export function printSummary(results: PartResult[], seconds: number): void {
  const slowest = results
    .flatMap((result) => result.slowest)
    .toSorted((one, other) => other.seconds - one.seconds);
  console.log(`\n${formatDuration(seconds)} in total. The slowest:`);
  for (const file of slowest.slice(0, 10))
    console.log(`  ${file.seconds.toFixed(1).padStart(6)} s  ${file.name}`);
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  console.log(`\n${formatCounts(addUp(results))}`);
}

export function printNotRun(): void {
  const commands = Object.entries(otherCommands).map(
    ([name, checks]) => `${checks} (npm run ${name})`,
  );
  console.log(`Not run: ${commands.join(", ")}.`);
}

export function addUp(results: PartResult[]): Pick<PartResult, "passed" | "failed" | "skipped"> {
  const sum = (key: "passed" | "failed" | "skipped") =>
    results.reduce((total, result) => total + result[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

function formatCounts({
  passed,
  failed,
  skipped,
}: Pick<PartResult, "passed" | "failed" | "skipped">): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function formatDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
