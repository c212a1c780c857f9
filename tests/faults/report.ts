import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Checked {
  name: string;
  status: "passed" | "failed" | "skipped";
  seconds: number;
}

const slowestShown = 10;

/** Writes the counts, failures and slowest rows for scripts/test.ts. Returns the number of failures. */
export function writeReport(file: string, checked: Checked[]): number {
  const count = (status: Checked["status"]) =>
    checked.filter((one) => one.status === status).length;
  const failures = checked.filter(({ status }) => status === "failed").map(({ name }) => name);
  const slowest = checked
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowestShown)
    .map(({ name, seconds }) => ({ name, seconds }));
  mkdirSync(dirname(file), { recursive: true });
  const counts = {
    passed: count("passed"),
    failed: failures.length,
    skipped: count("skipped"),
    failures,
    slowest,
  };
  writeFileSync(file, JSON.stringify(counts));
  return failures.length;
}
