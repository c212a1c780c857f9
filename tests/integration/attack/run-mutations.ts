import { testSays, withMutation } from "../../support/runner/mutated-tree.ts";
import type { GuardMutation } from "./mutation.ts";

/** Removes each guard from a copy of this tree, one at a time. Returns how many removals went unnoticed. */
export async function runGuardMutations(mutations: GuardMutation[]): Promise<number> {
  let survivors = 0;
  for (const { name, changes, test } of mutations) {
    const startedAt = performance.now();
    const detection = await withMutation({ changes }, (tree) => testSays(tree, test));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (!detection) survivors += 1;
    console.log(
      `${detection ? "✓ noticed " : "✗ SURVIVED"} ${name.padEnd(52)} ${String(seconds).padStart(3)} s  ${test}`,
    );
  }
  console.log(`${mutations.length} guards removed, ${survivors} removals not noticed`);
  return survivors;
}
