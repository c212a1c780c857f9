import type { World } from "../world.ts";
import type { Snapshot, StepSnapshot } from "./snapshot.ts";

/** Holds between any two actions. */
export interface StateRule {
  /** Of docs/rules.md. */
  sentence: string;
  check: (now: Snapshot, world: World) => string[] | Promise<string[]>;
}

/** Holds for each action. */
export interface StepRule {
  sentence: string;
  check: (
    step: { before: StepSnapshot; after: StepSnapshot; action: string },
    world: World,
  ) => string[];
}
