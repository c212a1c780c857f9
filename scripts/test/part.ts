import type { Counts } from "./reports.ts";

/** One of the things that `npm test` runs: a process of its own. */
export interface Part {
  name: string;
  command: string[];
  /** How many cores it keeps busy; it starts once that many are free. Parts that mostly wait need none. */
  cores: number;
  /** Names of the parts that must have passed before it starts. */
  after?: string[];
  env?: Record<string, string>;
  /** Reads what its runner counted. Without it the part is one check, which passes with exit code 0. */
  report?: { file: string; read: (text: string) => Counts };
  /** Prepares others: it counts only if it fails. */
  isPreparation?: boolean;
  /** What it writes is shown as it comes, instead of kept in its log. */
  isShown?: boolean;
}

export interface PartResult extends Counts {
  name: string;
  seconds: number;
  hasPassed: boolean;
}
