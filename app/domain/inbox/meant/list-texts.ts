import { describeAddedItems, describeKnown } from "#app/domain/lists/added-words.ts";
import type { AddedItems } from "#app/domain/lists/items.server.ts";
import { maxItems } from "#app/domain/lists/limits.ts";
import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { AskedList } from "./asked-list.server.ts";

const say = (...parts: SentencePart[]) => fitText(parts, "");

/** "Added 3 to Shopping: Milk, Eggs, Bread. Reply UNDO to take it back." */
export function itemsAdded(added: AddedItems): string {
  const known = describeKnown(added);
  const isChanged = added.added.length + added.back.length > 0;
  const names = [...added.added, ...added.back];
  const listed = names.length > 1 ? `: ${names.join(", ")}` : "";
  return say(
    { words: `${describeAddedItems(added)}${listed}` },
    ".",
    ...(known ? [" ", { words: known }] : []),
    ...(isChanged ? [" Reply UNDO to take it back."] : []),
  );
}

export const listFull = (name: string): string =>
  say({ words: name }, ` is full: a list holds ${maxItems} items. Clear the ticked ones in Mila.`);

export const itemsTakenBack = (): string => say("Taken back from the list.");

const maxNamed = 15;

/** "Shopping: Milk, Eggs; and 3 more." */
export function listFound({ name, open }: AskedList): string {
  if (open.length === 0) return say("Nothing is open on ", { words: name }, ".");
  const more = open.length > maxNamed ? [`; and ${open.length - maxNamed} more`] : [];
  return say({ words: name }, ": ", { words: open.slice(0, maxNamed).join(", ") }, ...more, ".");
}
