import type { Installation } from "./installation.ts";
import type { Random } from "./random.ts";

/** One line of docs/delivery.md's table: something that goes wrong, and what must hold all the same. */
export interface Row {
  /** For --only. */
  name: string;
  fault: string;
  /** How much of it, at full size. */
  count: number;
  /** How much of it in a quick run, where a tenth would keep the machine busy for long; a tenth unless told. */
  quickCount?: number;
  /** Needs the machine for itself at full size, because it is about how fast something is. */
  isAlone?: boolean;
  /** Is among the last to end even at a tenth, so that it is begun first. */
  isLong?: boolean;
  run: (run: Run) => Promise<Verdict>;
}

export interface Run {
  /** The row's count, full or quick. */
  count: number;
  /** A tenth of everything, and no waiting for what only takes time. */
  isQuick: boolean;
  random: Random;
  installation: Installation;
}

export interface Verdict {
  figures: Record<string, number | string>;
  /** What did not hold. */
  missed: string[];
  /** What held, and took too long. */
  late: string[];
  /** Why this machine cannot run it. */
  skipped?: string;
  /** How the run ended, where it said nothing: it shows nothing of the product. */
  crashed?: string;
}

/** A verdict from what must hold and what must be in time. */
export function judge(
  figures: Verdict["figures"],
  holds: Record<string, boolean>,
  isInTime: Record<string, boolean> = {},
): Verdict {
  const broken = (promises: Record<string, boolean>) => Object.keys(promises).filter((promise) => !promises[promise]);
  return { figures, missed: broken(holds), late: broken(isInTime) };
}

/** Whether it came to its end, and everything held, in time or not. */
export function hasHeld({ missed, crashed }: Verdict): boolean {
  return missed.length === 0 && crashed === undefined;
}

/** @param isUntimed whether what held, and took too long, passes too */
export function statusOf(verdict: Verdict, isUntimed: boolean): "passed" | "failed" | "skipped" {
  if (verdict.skipped !== undefined) return "skipped";
  return hasHeld(verdict) && (isUntimed || verdict.late.length === 0) ? "passed" : "failed";
}

export function skip(why: string): Verdict {
  return { figures: {}, missed: [], late: [], skipped: why };
}
