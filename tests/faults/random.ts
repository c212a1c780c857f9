/** Randomness repeatable by its seed. */
export interface Random {
  /** In [0, 1). */
  next: () => number;
  /** A whole number, both ends included. */
  whole: (from: number, to: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32, seeded by number and name. */
export function seededRandom(seed: number, name: string): Random {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
  };
}
