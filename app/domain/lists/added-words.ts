import type { AddedItems } from "./items.server.ts";

const list = new Intl.ListFormat("en-US");

type Added = Pick<AddedItems, "added" | "back" | "known"> & { list: { name: string } };

/** "Added 3 to Shopping", "Milk is on the list already", "Eggs is back on Shopping". */
export function describeAddedItems({ list: { name }, added, back, known }: Added): string {
  const [count, again] = [added.length, back.length];
  if (count + again === 0) return alreadyThere(known);
  if (count === 0) return `${list.format(back)} ${again === 1 ? "is" : "are"} back on ${name}`;
  return count + again === 1 ? `Added ${added[0]} to ${name}` : `Added ${count + again} to ${name}`;
}

/** Returns undefined if none of them was there. */
export const describeKnown = ({ added, back, known }: Omit<Added, "list">): string | undefined =>
  known.length > 0 && added.length + back.length > 0 ? `${alreadyThere(known)}.` : undefined;

const alreadyThere = (known: readonly string[]) =>
  `${list.format(known)} ${known.length === 1 ? "is" : "are"} on the list already`;
