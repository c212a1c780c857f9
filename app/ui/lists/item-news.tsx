import { useEffect, useRef, useState } from "react";
import { takeLiveReload } from "../live/use-live-changes.ts";

interface Item {
  id: string;
  name: string;
  isTicked: boolean;
}

/** Further items are only counted. */
const maxNamed = 3;

/** Says what others have just changed in the list, for screen readers. */
export function ItemNews({ items }: { items: readonly Item[] }) {
  const [news, setNews] = useState("");
  const before = useRef<readonly Item[]>();
  useEffect(() => {
    const earlier = before.current;
    before.current = items;
    if (!takeLiveReload() || !earlier) return;
    const words = describeChanges(earlier, items);
    // The same words again would not be announced.
    if (words) setNews((last) => (words === last ? `${words}\u00A0` : words));
  }, [items]);
  return (
    <p className="sr-only" aria-live="polite">
      {news}
    </p>
  );
}

function describeChanges(before: readonly Item[], now: readonly Item[]): string {
  const earlier = new Map(before.map((item) => [item.id, item]));
  const left = new Set(now.map(({ id }) => id));
  const marked = now.filter(({ id, isTicked }) => earlier.get(id)?.isTicked === !isTicked);
  const changes = {
    Added: now.filter(({ id }) => !earlier.has(id)),
    Ticked: marked.filter(({ isTicked }) => isTicked),
    "Brought back": marked.filter(({ isTicked }) => !isTicked),
    Removed: before.filter(({ id }) => !left.has(id)),
  };
  return Object.entries(changes)
    .filter(([, items]) => items.length > 0)
    .map(([done, items]) => `${done}: ${listNames(items)}`)
    .join(". ");
}

function listNames(items: readonly Item[]): string {
  const more = items.length - maxNamed;
  const names = items.slice(0, maxNamed).map(({ name }) => name);
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
