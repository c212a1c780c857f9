import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

const counts = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
  /** The names of skipped tests. */
  missing: z.array(z.string()),
});
export type Counts = z.infer<typeof counts>;

export const readFaults = (text: string): Counts => counts.parse(JSON.parse(text));

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export function readVitest(text: string): Counts {
  const report = vitestReport.parse(JSON.parse(text));
  const named = report.testResults.flatMap(({ name, status, assertionResults }) => [
    { fullName: relative(".", name), status },
    ...assertionResults,
  ]);
  const withStatus = (wanted: string) =>
    named.flatMap(({ status, fullName }) => (status === wanted ? fullName : []));
  return {
    passed: report.numPassedTests,
    // A file that fails to load contains no failed test.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites, Number(!report.success)),
    skipped: report.numPendingTests,
    failures: withStatus("failed"),
    missing: [...withStatus("skipped"), ...withStatus("pending")],
  };
}

const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        ok: z.boolean(),
        file: z.string(),
        line: z.number(),
        title: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z
              .array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) }))
              .default([]),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite),
});

export function readPlaywright(text: string): Counts {
  const { stats, errors, suites } = playwrightReport.parse(JSON.parse(text));
  const specs = suites.flatMap(specsOf);
  const isSkipped = ({ tests }: (typeof specs)[number]) =>
    tests.some(({ status }) => status === "skipped");
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: specs
      .filter(({ ok }) => !ok)
      .map((spec) => [nameOf(spec), ...reasonOf(spec)].join("\n")),
    missing: specs.filter(isSkipped).map(nameOf),
  };
}

const nameOf = ({ file, line, title }: PlaywrightSuite["specs"][number]) =>
  `tests/e2e/${file}:${line} ${title}`;

const maxReasonLines = 15;

/** Returns the first lines of the first error: of a long log, often only the end is kept. */
function reasonOf({ tests }: PlaywrightSuite["specs"][number]): string[] {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  const message = stripVTControlCharacters(errors[0]?.message ?? "").trim();
  return message === "" ? [] : message.split("\n", maxReasonLines).map((line) => `    ${line}`);
}

function specsOf({ specs, suites }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}
