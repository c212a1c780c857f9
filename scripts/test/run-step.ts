import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { noSettings } from "../../tests/support/product/no-settings.ts";
import type { Counts } from "./counts.ts";

export interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Without a report, the exit code decides. */
  report?: { file: string; read: (text: string) => Counts };
  isPreparation?: boolean;
  /** Keeps its temporary files after a failure. */
  keepsFiles?: boolean;
  /** Sends its output to the terminal instead of a log. */
  isShown?: boolean;
}

export type Result = Counts & { name: string; seconds: number };

const [groupEndMs, lookEveryMs] = [5_000, 50];
const maxLogLines = 300;

/** Runs a step and prints how it ended. @param stop ends it early */
export async function runStep(step: Step, stop?: AbortSignal): Promise<Result> {
  const startedAt = performance.now();
  if (step.report) rmSync(step.report.file, { force: true });
  const code = await waitForCommand(step, stop);
  const counts = step.report ? readReport(step, code) : countAsOne(step, code);
  const result = { name: step.name, seconds: (performance.now() - startedAt) / 1_000, ...counts };
  if (!stop?.aborted) print(step, result);
  return result;
}

/** Temporary files go to a folder that is removed even if the step is interrupted. */
async function waitForCommand(
  { name, command, env, isShown, keepsFiles }: Step,
  stop?: AbortSignal,
) {
  if (stop?.aborted) return null;
  const [program = "", ...args] = command;
  mkdirSync("test-results", { recursive: true });
  const output = isShown ? "inherit" : openSync(logFile(name), "w");
  const TMPDIR = mkdtempSync(join(env?.TMPDIR ?? tmpdir(), "mila-step-"));
  const child = spawn(program, args, {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...noSettings, ...env, TMPDIR },
    // Runs in its own process group, so that stopping the run also stops everything the step
    // started.
    detached: true,
  });
  const interrupt = () => signalGroup(child.pid, "SIGINT");
  stop?.addEventListener("abort", interrupt);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });
  stop?.removeEventListener("abort", interrupt);
  await endGroup(child.pid);
  const isKept = keepsFiles && code !== 0 && !stop?.aborted;
  if (!isKept) rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 20 });
  return code;
}

/** Returns false once the group has no processes. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return leader !== undefined && process.kill(-leader, signal);
  } catch {
    return false;
  }
}

async function endGroup(leader: number | undefined): Promise<void> {
  signalGroup(leader, "SIGTERM");
  for (let waited = 0; signalGroup(leader, 0) && waited < groupEndMs; waited += lookEveryMs)
    await pause(lookEveryMs);
  signalGroup(leader, "SIGKILL");
}

function countAsOne({ name, isPreparation }: Step, code: number | null): Counts {
  const failed = Number(code !== 0);
  const passed = Number(!failed && !isPreparation);
  return { passed, failed, skipped: 0, failures: failed ? [name] : [], missing: [] };
}

/** A bad exit code counts as a failure even if the report has none. */
function readReport({ name, report }: Step, code: number | null): Counts {
  try {
    const counts = report!.read(readFileSync(report!.file, "utf8"));
    if (code === 0 || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: [`${name} exited with code ${code}`] };
  } catch {
    const failures = [`no report from ${name}: see ${logFile(name)}`];
    return { passed: 0, failed: 1, skipped: 0, failures, missing: [] };
  }
}

const logFile = (name: string) => `test-results/${name}.log`;

function print(step: Step, result: Result): void {
  const { name, seconds, failed } = result;
  if (step.isPreparation && failed === 0 && seconds < 1) return;
  const counts = step.report ? formatCounts(result) : "";
  const line = `${failed > 0 ? "✗" : "✓"} ${name.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s  ${counts}`;
  console.log(line.trimEnd());
  if (failed > 0 && !step.isShown) console.log(readTail(logFile(name)));
}

function readTail(log: string): string {
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const left = lines.length > maxLogLines ? `(the end of ${log})\n` : "";
  return `${left}${lines.slice(-maxLogLines).join("\n")}\n`;
}

/**
 * Prints the failures and, as the last line, the counts.
 * @returns true if tests ran and all passed
 */
export function printSummary(results: Result[]): boolean {
  const sum = (key: "passed" | "failed" | "skipped") =>
    results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  if (total.passed + total.failed === 0) console.log("No test ran.");
  for (const test of results.flatMap(({ missing }) => missing)) console.log(`– skipped: ${test}`);
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  console.log(`\n${formatCounts(total)}`);
  return total.failed === 0 && total.passed > 0;
}

function formatCounts({ passed, failed, skipped }: Pick<Counts, "passed" | "failed" | "skipped">) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Aborts when somebody stops the run. The second time, the run ends at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => stopping.abort(name));
  return stopping.signal;
}
