import { relative } from "node:path";
import { z } from "zod";

const counts = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
  slowest: z.array(z.object({ name: z.string(), seconds: z.number() })).default([]),
});

export type Counts = z.infer<typeof counts>;

export const readCounts = (text: string): Counts => counts.parse(JSON.parse(text));

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
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export function readVitest(text: string): Counts {
  const report = vitestReport.parse(JSON.parse(text));
  return {
    passed: report.numPassedTests,
    // A file that fails to load contains no failed test.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites, Number(!report.success)),
    skipped: report.numPendingTests,
    failures: report.testResults
      .flatMap(({ name, status, assertionResults }) => [
        { fullName: relative(".", name), status },
        ...assertionResults,
      ])
      .flatMap(({ status, fullName }) => (status === "failed" ? fullName : [])),
    slowest: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(".", name),
      seconds: (endTime - startTime) / 1_000,
    })),
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
        tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
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
  const secondsOf = ({ tests }: (typeof specs)[number]) =>
    tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration / 1_000, 0);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: specs.flatMap(({ ok, file, line, title }) =>
      ok ? [] : `tests/e2e/${file}:${line} ${title}`,
    ),
    slowest: [...Map.groupBy(specs, ({ file }) => file)].map(([file, own]) => ({
      name: `tests/e2e/${file}`,
      seconds: own.reduce((sum, spec) => sum + secondsOf(spec), 0),
    })),
  };
}

function specsOf({ specs, suites }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}
