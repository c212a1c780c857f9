import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

const maxCharacters = 4_000_000;

const kept = new LRUCache<string, string>({
  maxSize: maxCharacters,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/** @param key all that the markup depends on */
export function renderKept(key: string, render: () => ReactElement): string {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const markup = renderToString(render());
  kept.set(key, markup);
  return markup;
}
