import type { Installation } from "./installation.ts";
import type { Random } from "./random.ts";

/** One row of docs/delivery.md's table: a fault, and the promises that hold all the same. */
export interface Row {
  /** For --only. */
  name: string;
  fault: string;
  /** Repetitions at full size. */
  count: number;
  /** Repetitions in a quick run, if a tenth is too slow. */
  quickCount?: number;
  /** Needs the whole machine at full size, because it measures time. */
  isAlone?: boolean;
  /** Starts first, because it is among the slowest. */
  isLong?: boolean;
  run: (run: Run) => Promise<Verdict>;
}

interface Run {
  count: number;
  /** A tenth of everything, without waiting for mere time to pass. */
  isQuick: boolean;
  random: Random;
  installation: Installation;
}

export interface Verdict {
  figures: Record<string, number | string>;
  /** Broken promises. */
  missed: string[];
  /** Promises kept too late. */
  late: string[];
  /** Why this machine cannot run it. */
  skipped?: string;
  /** A crash says nothing about the product. */
  crashed?: string;
}

export function judge(
  figures: Verdict["figures"],
  holds: Record<string, boolean>,
  isInTime: Record<string, boolean> = {},
): Verdict {
  const broken = (promises: Record<string, boolean>) =>
    Object.keys(promises).filter((promise) => !promises[promise]);
  return { figures, missed: broken(holds), late: broken(isInTime) };
}

/** Finished with every promise kept, even late ones. */
export function hasHeld({ missed, crashed }: Verdict): boolean {
  return missed.length === 0 && crashed === undefined;
}

/** @param isUntimed whether late promises pass */
export function statusOf(verdict: Verdict, isUntimed: boolean): "passed" | "failed" | "skipped" {
  if (verdict.skipped !== undefined) return "skipped";
  return hasHeld(verdict) && (isUntimed || verdict.late.length === 0) ? "passed" : "failed";
}

export function skip(why: string): Verdict {
  return { figures: {}, missed: [], late: [], skipped: why };
}
