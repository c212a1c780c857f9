import type { Change } from "../../support/runner/mutated-tree.ts";

/** A removed guard, and the test that must notice. */
export interface GuardMutation {
  name: string;
  changes: Change[];
  test: string;
}
