import type { Target } from "./target.ts";

/** One way to attack. The target's judge reads every answer besides. */
export interface Row {
  /** For `npm run attack -- --only`. */
  name: string;
  run: (target: Target) => Promise<Outcome>;
}

export interface Outcome {
  tried: number;
  /** A sentence for each thing that should have been refused. */
  through: string[];
  note?: string;
}
