// What of the runners' reports counts.
import { z } from "zod";

/** Ours: `failures` are the names of what failed: they are said again at the end, where whoever sees only that looks. */
export const countsReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
});

export type Counts = z.infer<typeof countsReport>;

export const vitestReport = z.object({
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

const playwrightSuite = z.object({
  specs: z.array(z.object({ ok: z.boolean(), file: z.string(), line: z.number(), title: z.string() })).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

export const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite),
});

export type PlaywrightSuite = z.infer<typeof playwrightSuite>;
