import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Checked {
  name: string;
  status: "passed" | "failed" | "skipped";
}

/** Writes the counts and names for scripts/test.ts. Returns the number of failures. */
export function writeReport(file: string, checked: Checked[]): number {
  const withStatus = (status: Checked["status"]) =>
    checked.filter((one) => one.status === status).map(({ name }) => name);
  const [failures, missing] = [withStatus("failed"), withStatus("skipped")];
  const counts = {
    passed: withStatus("passed").length,
    failed: failures.length,
    skipped: missing.length,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...counts, failures, missing }));
  return failures.length;
}
