import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { noSettings } from "../../tests/support/product/no-settings.ts";
import type { Part, PartResult } from "./part.ts";
import type { Counts } from "./reports.ts";

const [groupEndMs, lookEveryMs] = [5_000, 50];

export const logFile = (name: string) => `test-results/${name}.log`;

/** @param stop ends the part early */
export async function runPart(part: Part, stop?: AbortSignal): Promise<PartResult> {
  const startedAt = performance.now();
  if (part.report) rmSync(part.report.file, { force: true });
  const code = await waitForCommand(part, stop);
  const counts = part.report ? readReport(part, code) : countAsCheck(part, code);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { name: part.name, seconds, hasPassed: code === 0 && counts.failed === 0, ...counts };
}

/** Temporary files go to a folder that is removed even if the part is interrupted. */
async function waitForCommand(
  { name, command, env, isShown, keepsFiles }: Part,
  stop?: AbortSignal,
) {
  const [program = "", ...args] = command;
  mkdirSync("test-results", { recursive: true });
  const output = isShown ? "inherit" : openSync(logFile(name), "w");
  const TMPDIR = mkdtempSync(join(env?.TMPDIR ?? tmpdir(), "mila-part-"));
  const child = spawn(program, args, {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...noSettings, ...env, TMPDIR },
    // Its own process group, so that stopping the run also stops everything the part started.
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
