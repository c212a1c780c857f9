// Pages without forms import this file, so it must not load zod.

/** The id of the shopping list in addresses, in every household. */
export const shoppingId = "shopping";
export const shoppingName = "Shopping";

export const maxLists = 50;
/** Ticked items count as well. */
export const maxItems = 500;
export const maxListName = 60;
export const maxItemName = 200;

/** Two items of a list are one if only case, accents or spaces differ. */
export function itemKey(name: string): string {
  const folded = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return folded.replaceAll(/\s+/g, " ").trim();
}
