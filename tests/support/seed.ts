import { randomInt } from "node:crypto";

/**
 * The seed of everything random in this test run, the same in all its processes: MILA_TEST_SEED, or one made here.
 * @throws when MILA_TEST_SEED is not a whole number of 32 bits
 */
export function testSeed(): number {
  const seed = Number((process.env.MILA_TEST_SEED ||= String(randomInt(2 ** 31))));
  if (seed !== (seed | 0)) throw new Error(`MILA_TEST_SEED must be a whole number, not ${process.env.MILA_TEST_SEED}`);
  return seed;
}
