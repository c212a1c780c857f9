/** Draws the same values for the same seed. */
export interface Chance {
  below: (count: number) => number;
  /** True in so many of a hundred cases. */
  percent: (likelihood: number) => boolean;
  /** @throws for an empty list */
  of: <Value>(list: readonly Value[]) => Value;
}

/** Mulberry32, a generator with 32 bits of state. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  function below(count: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }
  return {
    below,
    percent: (likelihood) => below(100) < likelihood,
    of(list) {
      if (list.length === 0) throw new Error("There is nothing to choose from");
      return list[below(list.length)]!;
    },
  };
}
