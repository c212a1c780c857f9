import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Checked, writeReport } from "#tests/faults/report.ts";
import { judge, skip, statusOf } from "#tests/faults/row.ts";

test("a late row passes only where timing is not checked", () => {
  const late = judge({}, { kept: true }, { "in time": false });
  expect([statusOf(late, false), statusOf(late, true)]).toEqual(["failed", "passed"]);
});

test.for([
  ["holds", judge({}, { kept: true }), "passed"],
  ["breaks a promise", judge({}, { kept: false }), "failed"],
  ["crashes", { ...judge({}, { kept: true }), crashed: "it ended with 1" }, "failed"],
  ["cannot be run here", skip("strace is not installed"), "skipped"],
] as const)("a row that %s has its status", ([, verdict, status]) => {
  expect(statusOf(verdict, true)).toBe(status);
});

test("a report has the counts, and the names of what failed and what was skipped", () => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = Array.from({ length: 12 }, (_, at): Checked => ({
    name: `row ${at}`,
    status: "passed",
  }));
  const file = join(folder, "results", "faults.json");
  const failed = { name: "burst", status: "failed" } as const;
  expect(writeReport(file, [...rows, failed, { name: "disk-full", status: "skipped" }])).toBe(1);
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  const names = { failures: ["burst"], missing: ["disk-full"] };
  expect(report).toEqual({ passed: 12, failed: 1, skipped: 1, ...names });
});
