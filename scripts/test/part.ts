import type { Counts } from "./reports.ts";

export interface Part {
  name: string;
  command: string[];
  /** Starts once this many cores are free; 0 for parts that mostly wait. */
  cores: number;
  after?: string[];
  env?: Record<string, string>;
  /** Without a report, the exit code decides. */
  report?: { file: string; read: (text: string) => Counts };
  isPreparation?: boolean;
  /** Its temporary files stay after a failure. */
  keepsFiles?: boolean;
  isShown?: boolean;
}

export interface PartResult extends Counts {
  name: string;
  seconds: number;
  hasPassed: boolean;
}
