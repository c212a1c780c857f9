import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

const maxBytes = 4_000_000;

/** By all that the markup depends on. */
const kept = new LRUCache<string, Buffer>({
  maxSize: maxBytes,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/** What people typed cannot contain one: React and Remix escape each "<". */
const mark = /<!--kept (\d+)-->/;

/**
 * The parts of one page that were rendered before. They are kept as bytes, because encoding a long page takes the server
 * longer than rendering it.
 */
export class KeptParts {
  readonly #parts: Buffer[] = [];

  /** @returns a mark where the part will be */
  readonly add = (key: string, render: () => ReactElement): string => {
    const part = kept.get(key) ?? keep(key, renderToString(render()));
    return `<!--kept ${this.#parts.push(part) - 1}-->`;
  };

  /** @returns the page with its parts where their marks were */
  fill(page: string): Buffer {
    const pieces = page.split(mark);
    return Buffer.concat(
      pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : this.#parts[Number(piece)]!)),
    );
  }
}

function keep(key: string, markup: string): Buffer {
  // Of its own: a part of Node's shared buffers would keep all 64 KB of one.
  const part = Buffer.allocUnsafeSlow(Buffer.byteLength(markup));
  part.write(markup);
  kept.set(key, part);
  return part;
}
