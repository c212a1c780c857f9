// npm test: everything that must hold. Installs a browser and redis-server first where they are missing.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { installTools } from "./test/install-tools.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of what failed: they are said again at the end, where whoever sees only that looks. */
  failures: string[];
}

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
  return read(reports.vitest, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no failed test in it.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites, Number(!report.success)),
    skipped: report.numPendingTests,
    failures: report.testResults
      .flatMap((file: any) => [file, ...file.assertionResults])
      .flatMap(({ status, fullName, name }: any) => (status === "failed" ? (fullName ?? name) : [])),
  }));
}

function playwright(): Counts {
  rmSync(reports.playwright, { force: true });
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reports.playwright;
  run("playwright", "test", "--reporter=list,json");
  return read(reports.playwright, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }));
}

function failedSpecs({ specs = [], suites = [] }: any): string[] {
  const own = specs.flatMap(({ ok, file, line, title }: any) => (ok ? [] : `${file}:${line} ${title}`));
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** The fault runs at a tenth of their size; how fast things are is for `npm run faults`. */
function faults(): Counts {
  rmSync(reports.faults, { force: true });
  run(process.execPath, "--disable-warning=ExperimentalWarning", "scripts/faults.ts", "--quick", "--untimed");
  return read(reports.faults, (report) => report);
}

/** A runner that left no report has failed. */
function read(file: string, count: (report: any) => Counts): Counts {
  try {
    return count(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`no report in ${file}`] };
  }
}

function run(...[command = "", ...args]: string[]): number | null {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] }).status;
}
