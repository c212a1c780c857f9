import { rmSync } from "node:fs";
import { buildWorkerAt, testSays, withMutation } from "../support/runner/mutated-tree.ts";
import { rows } from "./list.ts";
import type { Checked } from "./report.ts";
import { type Mutation, mutations } from "./mutations.ts";
import { runRows } from "./run-rows.ts";

const marks = { passed: "✓ caught  ", failed: "✗ SURVIVED", skipped: "– skipped " };

/** Runs each mutation's row or test on a copy of this tree. A mutation passes if it is detected. */
export async function runMutations(
  seed: number,
  chosen: (mutation: Mutation) => boolean,
): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const mutation of mutations.filter(chosen)) {
    const { detectedBy, name } = mutation;
    const detection = await findDetection(mutation, seed);
    const status = detection?.startsWith("skipped") ? "skipped" : detection ? "passed" : "failed";
    console.log(
      `${marks[status]} ${name} (${Object.values(detectedBy)[0]}: ${detection ?? "nothing"})`,
    );
    results.push({ name: `mutation “${name}”, seed ${seed}`, status });
  }
  return results;
}

function findDetection(mutation: Mutation, seed: number): Promise<string | null> {
  const { detectedBy } = mutation;
  return withMutation(mutation, (tree) => {
    if ("test" in detectedBy) return testSays(tree, detectedBy.test);
    buildWorkerAt(tree);
    return rowSays(tree, detectedBy.row, seed);
  });
}

/** The row's failure, or null. Throws when the run itself crashed, which detects nothing. */
export async function rowSays(tree: string, name: string, seed: number): Promise<string | null> {
  const [result] = await runRows(
    rows.filter((row) => row.name === name),
    { seed, isQuick: true, tree, onEnd: () => undefined },
  );
  const verdict = result?.verdict;
  if (verdict?.crashed)
    throw new Error(`${name} crashed, ${verdict.crashed}: see ${verdict.figures.folder}`);
  if (verdict?.figures.folder)
    rmSync(String(verdict.figures.folder), { recursive: true, force: true });
  if (verdict?.skipped) return `skipped, ${verdict.skipped}`;
  return verdict?.missed.length ? `not: ${verdict.missed.join("; ")}` : null;
}
