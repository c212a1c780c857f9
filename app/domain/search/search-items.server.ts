import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findItemsWith, type ListedItem } from "#app/domain/lists/find-items.server.ts";
import type { Database } from "#db/schema.ts";
import { maxWords } from "./search-tasks.server.ts";
import { wordsOf } from "./words.ts";

const maxItems = 20;

/** Finds items of lists that have all words of a text, or their beginnings, in any order. */
export async function searchItems(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "householdId">,
  text: string,
): Promise<ListedItem[]> {
  const sought = [...new Set(wordsOf(text))].slice(0, maxWords);
  if (sought.length === 0) return [];
  const items = (await findItemsWith(db, viewer, sought)).filter(({ name }) => {
    const words = wordsOf(name);
    return sought.every((start) => words.some((word) => word.startsWith(start)));
  });
  return items.slice(0, maxItems);
}
