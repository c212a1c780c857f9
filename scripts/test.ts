// npm test: everything that must hold. Installs a browser and redis-server first where they are missing.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import type { z } from "zod";
import { installTools } from "./test/install-tools.ts";
import { type Counts, countsReport, type PlaywrightSuite, playwrightReport, vitestReport } from "./test/reports.ts";

const reports = {
  vitest: "test-results/vitest.json",
  playwright: "test-results/playwright.json",
  faults: "test-results/faults.json",
};

await installTools();
const results: Counts[] = [
  check("types", "tsc", "--noEmit"),
  check("lint", "oxlint", "--deny-warnings"),
  check("format", "prettier", "--check", "--log-level", "warn", "."),
  vitest(),
  playwright(),
  faults(),
];
for (const name of results.flatMap(({ failures }) => failures)) console.log(`✗ ${name}`);
const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, counts) => total + counts[key], 0);
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
process.exit(sum("failed") > 0 || sum("passed") === 0 ? 1 : 0);

function check(name: string, ...command: string[]): Counts {
  const isFine = run(...command) === 0;
  console.log(`${isFine ? "✓" : "✗"} ${name}`);
  return { passed: Number(isFine), failed: Number(!isFine), skipped: 0, failures: isFine ? [] : [name] };
}

function vitest(): Counts {
  rmSync(reports.vitest, { force: true });
  run("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`);
  return read(reports.vitest, vitestReport, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no failed test in it.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites, Number(!report.success)),
    skipped: report.numPendingTests,
    failures: report.testResults
      .flatMap(({ name, status, assertionResults }) => [{ fullName: name, status }, ...assertionResults])
      .flatMap(({ status, fullName }) => (status === "failed" ? fullName : [])),
  }));
}

function playwright(): Counts {
  rmSync(reports.playwright, { force: true });
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reports.playwright;
  run("playwright", "test", "--reporter=list,json");
  return read(reports.playwright, playwrightReport, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }));
}

function failedSpecs({ specs, suites }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ ok, file, line, title }) => (ok ? [] : `${file}:${line} ${title}`));
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** The fault runs at a tenth of their size; how fast things are is for `npm run faults`. */
function faults(): Counts {
  rmSync(reports.faults, { force: true });
  run(process.execPath, "--disable-warning=ExperimentalWarning", "scripts/faults.ts", "--quick", "--untimed");
  return read(reports.faults, countsReport, (report) => report);
}

/** A runner that left no report has failed. */
function read<Report>(file: string, schema: z.ZodType<Report>, count: (report: Report) => Counts): Counts {
  try {
    return count(schema.parse(JSON.parse(readFileSync(file, "utf8"))));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`no report in ${file}`] };
  }
}

function run(...[command = "", ...args]: string[]): number | null {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] }).status;
}
