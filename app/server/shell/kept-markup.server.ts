import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { mapInSlices } from "#app/domain/core/in-slices.ts";

const maxBytes = 4_000_000;

/** The key contains everything that the markup depends on. */
const kept = new LRUCache<string, Buffer>({
  maxSize: maxBytes,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/** User input can't contain this placeholder, because React and Remix escape "<". */
const placeholder = /<!--kept (\d+)-->/;

/**
 * Cached markup for one page. It is cached as bytes, so that only the rest of the page has to be
 * encoded.
 */
export class KeptParts {
  readonly #parts: { key: string; render: () => ReactElement }[] = [];

  /** Returns a placeholder, which `fill` replaces. */
  readonly add = (key: string, render: () => ReactElement): string =>
    `<!--kept ${this.#parts.push({ key, render }) - 1}-->`;

  /**
   * Replaces the placeholders. Lets other requests run in between, because a long list has a
   * thousand.
   */
  async fill(page: string): Promise<Buffer> {
    const parts = await mapInSlices(
      this.#parts,
      ({ key, render }) => kept.get(key) ?? keep(key, renderToString(render())),
    );
    const pieces = page.split(placeholder);
    return Buffer.concat(
      pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : parts[Number(piece)]!)),
    );
  }
}

function keep(key: string, markup: string): Buffer {
  // `Buffer.from` may return a slice of a shared 64 KB buffer, which would then stay in memory.
  const part = Buffer.allocUnsafeSlow(Buffer.byteLength(markup));
  part.write(markup);
  kept.set(key, part);
  return part;
}
