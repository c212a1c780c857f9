import type { Counts } from "./reports.ts";

/** One process of `npm test`. */
export interface Part {
  name: string;
  command: string[];
  /** It starts once this many cores are free. Parts that mostly wait need none. */
  cores: number;
  /** Parts that must have passed before. */
  after?: string[];
  env?: Record<string, string>;
  /** Without it the part is one check, which passes with exit code 0. */
  report?: { file: string; read: (text: string) => Counts };
  /** Counted only if it fails. */
  isPreparation?: boolean;
  /** Its output is shown live instead of logged. */
  isShown?: boolean;
}

export interface PartResult extends Counts {
  name: string;
  seconds: number;
  hasPassed: boolean;
}
