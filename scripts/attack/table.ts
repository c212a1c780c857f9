import { relative } from "node:path";
import { z } from "zod";
import { suites } from "./suites.ts";

interface TableRow {
  name: string;
  status: "passed" | "failed" | "skipped";
  tried: number;
  through: string[];
  note?: string | undefined;
}

const outcome = z.object({
  tried: z.number(),
  through: z.array(z.string()),
  note: z.string().optional(),
});

const assertion = z.object({
  title: z.string(),
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).default([]),
  meta: z.object({ attack: outcome.optional() }).default({}),
});

type Assertion = z.infer<typeof assertion>;

const report = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(assertion) })),
});

const maxShown = 8;

/**
 * Lists the attack's own rows, then one for each suite. Vitest lists rows that were not chosen as
 * skipped.
 */
export function readRows(json: string, isComplete: boolean): TableRow[] {
  const files = report.parse(JSON.parse(json)).testResults.map(({ name, assertionResults }) => ({
    file: relative(".", name),
    tests: assertionResults,
  }));
  const own = files
    .filter(({ file }) => file.startsWith("tests/integration/attack/"))
    .flatMap(({ tests }) => tests);
  const bySuite = Object.entries(suites).flatMap(([name, suite]) => {
    const tests = files.filter(({ file }) => suite.includes(file)).flatMap((found) => found.tests);
    return tests.length > 0 ? [suiteRow(name, tests)] : [];
  });
  const counts = ({ status }: Assertion) =>
    isComplete || status === "passed" || status === "failed";
  return [...own.filter(counts).map(attackRow), ...bySuite];
}

function attackRow({ title, status, meta, failureMessages }: Assertion): TableRow {
  if (status === "passed" || status === "failed") {
    const { tried = 1, through = [], note } = meta.attack ?? {};
    const reasons =
      status === "failed" && through.length === 0
        ? failureMessages.map((text) => text.split("\n")[0] ?? "")
        : through;
    return { name: title, status, tried, through: reasons, note };
  }
  return {
    name: title,
    status: "skipped",
    tried: 0,
    through: [],
    note: "it is not installed here",
  };
}

function suiteRow(name: string, tests: Assertion[]): TableRow {
  const through = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  return {
    name,
    status: through.length > 0 ? "failed" : "passed",
    tried: tests.length,
    through,
    note: "tests",
  };
}

const marks = { passed: "✓", failed: "✗", skipped: "–" };

export function formatTable(rows: TableRow[], seed: number): string {
  const failed = rows.filter(({ status }) => status === "failed").length;
  return [
    "",
    `Attack, seed ${seed}`,
    ...rows.map(formatRow),
    `Something got through in ${failed} of ${rows.length}`,
  ].join("\n");
}

function formatRow({ name, status, tried, through, note }: TableRow): string {
  const count =
    status === "skipped" ? "skipped" : `${tried.toLocaleString("en").padStart(6)} tried`;
  const shown = through.slice(0, maxShown).map((text) => `\n      ${text}`);
  const more = through.length > maxShown ? `\n      and ${through.length - maxShown} more` : "";
  return `${marks[status]} ${name.padEnd(56)} ${count}${note ? `  (${note})` : ""}${shown.join("")}${more}`;
}
