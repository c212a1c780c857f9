import { readFileSync } from "node:fs";
import { childrenOf } from "../../support/postgres/server.ts";

/** The kernel counts in hundredths of a second. */
const tickMs = 10;

/** Milliseconds of CPU of a process, with those of its children that have ended. */
function cpuOfOne(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
  } catch {
    return 0;
  }
}

/** With all its children. */
export function cpuMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOfOne(one), 0);
}

/** A process's peak memory in megabytes. */
export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
