import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { newStory, play, shrink } from "./play.ts";

/** A new family begins after so many: older tasks are purged, and a short story is quicker to shrink. */
const actionsPerStory = 300;

interface Broken {
  sentence: string;
  /** For people: the rule, what is wrong, and the shortest way there. */
  report: string;
}

/** Plays stories of one seed. Reports each rule that was broken once. */
export async function playSeed(
  db: Kysely<Database>,
  seed: number,
  actions: number,
  { known = [] }: { known?: readonly string[] } = {},
): Promise<{ count: number; violations: Broken[] }> {
  const violations: Broken[] = [];
  let count = 0;
  for (let index = 0; count < actions; index += 1) {
    const ignored = [...known, ...violations.map(({ sentence }) => sentence)];
    const story = newStory(seed * 100_003 + index, Math.min(actionsPerStory, actions - count));
    const played = await play(db, story, { every: 100, known: ignored });
    count += played.count;
    const [first] = played.violations;
    if (!first) continue;
    const { sentence } = first;
    const shortest = await shrink(db, story, first, { known: ignored });
    const again = await play(db, shortest, { every: 1, known: ignored });
    const problems = again.violations.filter((one) => one.sentence === sentence);
    const lines = [
      `${sentence} (seed ${seed}, story ${index})`,
      ...(problems.length > 0 ? problems : [first]).map(({ problem }) => `  is broken: ${problem}`),
      ...again.words.map((word) => `    ${word}`),
    ];
    violations.push({ sentence, report: lines.join("\n") });
  }
  return { count, violations };
}
