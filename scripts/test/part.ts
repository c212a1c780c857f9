import type { Counts } from "./reports.ts";

/** One process of `npm test`. */
export interface Part {
  name: string;
  command: string[];
  /** Starts once this many cores are free; 0 for parts that mostly wait. */
  cores: number;
  /** Parts that must pass first. */
  after?: string[];
  env?: Record<string, string>;
  /** Without a report, the exit code decides. */
  report?: { file: string; read: (text: string) => Counts };
  /** Counted only if it fails. */
  isPreparation?: boolean;
  /** Shows its output live instead of logging it. */
  isShown?: boolean;
}

export interface PartResult extends Counts {
  name: string;
  seconds: number;
  hasPassed: boolean;
}
