import type { Change } from "../../support/runner/mutated-tree.ts";

/** A removed guard, and the test that must notice: a file, and the pattern of its titles where others take long. */
export interface GuardMutation extends Change {
  name: string;
  test: string;
  title?: string;
}
