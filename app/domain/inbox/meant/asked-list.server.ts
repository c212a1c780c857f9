import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listItems } from "#app/domain/lists/items.server.ts";
import { shoppingName } from "#app/domain/lists/limits.ts";
import { findListNamed } from "#app/domain/lists/lists.server.ts";
import type { Question } from "#app/domain/understanding/intent/types.ts";
import type { Database } from "#db/schema.ts";

export interface AskedList {
  id: string;
  name: string;
  open: string[];
}

/** Finds the list that a question asks for: "what's on the shopping list", "what's left to buy". */
export async function findAskedList(
  db: Kysely<Database>,
  viewer: Viewer,
  text: string,
  { words, day, who }: Question,
): Promise<AskedList | null> {
  if (day !== null || who !== null) return null;
  const isToBuy = asksWhat.test(text) && endsWithBuying.test(text);
  if (!isToBuy && !/\blist\b/i.test(text)) return null;
  const list = await findListNamed(db, viewer, isToBuy ? shoppingName : (words ?? ""));
  if (!list) return null;
  const items = await listItems(db, viewer, list.id);
  const open = items.filter(({ isTicked }) => !isTicked).map(({ name }) => name);
  return { id: list.id, name: list.name, open };
}

const asksWhat = /^what(?:['’]s)?\b/i;
const endsWithBuying = /(?:\bto buy|from the (?:store|supermarket|shops?|market))\W*$/i;
