import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { patchBuild } from "../../support/runner/mutated-build.ts";
import { mutate, testSays, withCopy } from "../../support/runner/mutated-tree.ts";
import type { GuardMutation } from "./mutation.ts";

/** Removes each guard from a copy of this tree, one at a time in each. Returns how many removals went unnoticed. */
export async function runGuardMutations(mutations: GuardMutation[]): Promise<number> {
  const waiting = [...mutations];
  let survivors = 0;
  const copies = Array.from({ length: Math.min(waiting.length, availableParallelism()) }, () =>
    withCopy(async (tree) => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        if (!(await isNoticed(tree, next))) survivors += 1;
    }),
  );
  await Promise.all(copies);
  console.log(`${mutations.length} guards removed, ${survivors} removals not noticed`);
  return survivors;
}

async function isNoticed(tree: string, mutation: GuardMutation): Promise<boolean> {
  const { name, test } = mutation;
  const startedAt = performance.now();
  // One that cannot be tried must not keep the others from it.
  const outcome = await tryWithout(tree, mutation).catch((error: unknown) => String(error));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(
    `${marks[outcome] ?? `✗ ${outcome}:`} ${name.padEnd(60)} ${String(seconds).padStart(3)} s  ${test}`,
  );
  return outcome === "noticed";
}

const marks: Record<string, string> = { noticed: "✓ noticed ", survived: "✗ SURVIVED" };

async function tryWithout(tree: string, mutation: GuardMutation): Promise<string> {
  const { file, test, title } = mutation;
  const { original, changed } = mutate(tree, mutation);
  try {
    const undo = await patchBuild(tree, file, original, changed);
    try {
      if ((await testSays(tree, test, title)) === null) return "survived";
    } finally {
      undo();
    }
  } finally {
    writeFileSync(join(tree, file), original);
  }
  return (await failsAnyway(tree, mutation)) ? "its test fails with the guard, too" : "noticed";
}

const unmutatedRuns = new Map<string, Promise<boolean>>();

/** Runs each test once with all guards in place. */
function failsAnyway(tree: string, { test, title }: GuardMutation): Promise<boolean> {
  const key = `${test} ${title}`;
  const known =
    unmutatedRuns.get(key) ?? testSays(tree, test, title).then((failure) => failure !== null);
  unmutatedRuns.set(key, known);
  return known;
}
