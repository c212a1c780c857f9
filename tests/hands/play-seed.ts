import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { newStory, play, shrink } from "./play.ts";

/**
 * A new family begins after so many: older tasks are purged, and a short story is quicker to
 * shrink.
 */
const actionsPerStory = 300;

/**
 * Plays stories of one seed. Tells of each broken rule once: what is wrong, and the shortest way
 * there.
 */
export async function playSeed(
  db: Kysely<Database>,
  seed: number,
  actions: number,
  { known = [], tell }: { known?: readonly string[]; tell: (report: string) => void },
): Promise<{ count: number; violations: string[] }> {
  const violations: string[] = [];
  let count = 0;
  for (let index = 0; count < actions; index += 1) {
    const ignored = [...known, ...violations];
    const story = newStory(seed * 100_003 + index, Math.min(actionsPerStory, actions - count));
    const played = await play(db, story, { every: 100, known: ignored });
    count += played.count;
    const [first] = played.violations;
    if (!first) continue;
    const { sentence } = first;
    const shortest = await shrink(db, story, first);
    const again = await play(db, shortest, { every: 1, only: sentence });
    const problems = again.violations;
    const lines = [
      `${sentence} (seed ${seed}, story ${index})`,
      ...(problems.length > 0 ? problems : [first]).map(({ problem }) => `  is broken: ${problem}`),
      ...again.words.map((word) => `    ${word}`),
    ];
    tell(lines.join("\n"));
    violations.push(sentence);
  }
  return { count, violations };
}
