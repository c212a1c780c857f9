import { randomInt } from "node:crypto";

/**
 * Returns the same seed in all processes of a test run.
 * @throws if MILA_TEST_SEED is not a 32-bit integer
 */
export function testSeed(): number {
  const seed = Number((process.env.MILA_TEST_SEED ||= String(randomInt(2 ** 31))));
  if (seed !== (seed | 0))
    throw new Error(`MILA_TEST_SEED must be a whole number, not ${process.env.MILA_TEST_SEED}`);
  return seed;
}
