import { setImmediate as nextTurn } from "node:timers/promises";

const sliceMs = 10;

/** Returns a function that long work awaits often: every few milliseconds it lets others run. */
export function newSlices(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt <= sliceMs) return;
    await nextTurn();
    startedAt = performance.now();
  };
}

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
