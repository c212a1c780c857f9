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
  // React's text is thousands of pieces to V8, and joining cards would walk through them on every page.
  const markup = Buffer.from(renderToString(render())).toString();
  kept.set(key, markup);
  return markup;
}
