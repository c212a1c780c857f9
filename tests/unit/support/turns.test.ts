import { expect, test } from "vitest";
import { isTurn } from "../../support/runner/turns.ts";

test.for([1, 2, 3, 4])(
  "of any %i runs with consecutive seeds, each number has its turn in exactly one",
  (of) => {
    for (const firstSeed of [0, 1, 2 ** 31 - 1, -(2 ** 31)]) {
      const seeds = Array.from({ length: of }, (_, at) => firstSeed + at);
      for (let number = 0; number < 9; number += 1) {
        expect(seeds.filter((seed) => isTurn(number, of, seed))).toHaveLength(1);
      }
    }
  },
);
