import { setImmediate as nextTurn } from "node:timers/promises";

const sliceMs = 10;

/** Maps a long list, and lets other requests run every few milliseconds. */
export async function mapInSlices<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    if (performance.now() - startedAt > sliceMs) {
      await nextTurn();
      startedAt = performance.now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
