import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import type { Part, PartResult } from "./part.ts";
import type { Counts } from "./reports.ts";

export const logFile = (name: string) => `test-results/${name}.log`;

export async function runPart(part: Part): Promise<PartResult> {
  const startedAt = performance.now();
  if (part.report) rmSync(part.report.file, { force: true });
  const code = await waitForCommand(part);
  const counts = part.report ? readReport(part, code) : countAsCheck(part, code);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { name: part.name, seconds, hasPassed: code === 0 && counts.failed === 0, ...counts };
}

function waitForCommand({ name, command: [command = "", ...args], env, isShown }: Part): Promise<number | null> {
  mkdirSync("test-results", { recursive: true });
  const output = isShown ? "inherit" : openSync(logFile(name), "w");
  const child = spawn(command, args, { stdio: ["ignore", output, output], env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });
}

function countAsCheck({ name, isPreparation }: Part, code: number | null): Counts {
  const hasFailed = code !== 0;
  return {
    passed: Number(!hasFailed && !isPreparation),
    failed: Number(hasFailed),
    skipped: 0,
    failures: hasFailed ? [name] : [],
    slowest: [],
  };
}

/** A bad exit code counts as a failure even if the report has none. */
function readReport({ name, report }: Part, code: number | null): Counts {
  try {
    const counts = report!.read(readFileSync(report!.file, "utf8"));
    if (code === 0 || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: [`${name} exited with code ${code}`] };
  } catch {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [`no report from ${name}: see ${logFile(name)}`],
      slowest: [],
    };
  }
}
