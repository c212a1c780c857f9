import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findItemsWith, type ListedItem } from "#app/domain/lists/find-items.server.ts";
import type { Database } from "#db/schema.ts";
import { maxWords } from "./search-tasks.server.ts";
import { isAlmost, slipsOf, wordsOf } from "./words.ts";

const maxItems = 20;

/**
 * Finds items of lists that have all words of a text, or their beginnings, in any order. If there
 * are none and `mayGuess` is true, a slip in each word is forgiven.
 */
export async function searchItems(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "householdId">,
  text: string,
  { mayGuess }: { mayGuess: boolean },
): Promise<{ items: ListedItem[]; isGuess: boolean }> {
  const sought = [...new Set(wordsOf(text))].slice(0, maxWords);
  if (sought.length === 0) return { items: [], isGuess: false };
  const exact = await find(db, viewer, sought, { mayDiffer: () => false });
  if (exact.length > 0 || !mayGuess) return { items: exact, isGuess: false };
  const items = await find(db, viewer, sought, { mayDiffer: (word) => slipsOf(word).length > 0 });
  return { items, isGuess: items.length > 0 };
}

async function find(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "householdId">,
  sought: readonly string[],
  { mayDiffer }: { mayDiffer: (word: string) => boolean },
): Promise<ListedItem[]> {
  const forms = sought.map((word) => (mayDiffer(word) ? withoutTwo(word) : [word]));
  const items = (await findItemsWith(db, viewer, forms)).filter(({ name }) => {
    const words = wordsOf(name);
    return sought.every((start) =>
      words.some((word) => word.startsWith(start) || (mayDiffer(start) && isAlmost(word, start))),
    );
  });
  return items.slice(0, maxItems);
}

/** The word with any letters in place of two that follow each other: a slip is within two. */
function withoutTwo(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((_, at) => letters.toSpliced(at, 2, "%").join(""));
}
