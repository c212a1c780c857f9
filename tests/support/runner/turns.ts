import { isPartial } from "./is-deep.ts";
import { testSeed } from "./seed.ts";

/**
 * In `npm test` without names, expensive tests take turns, which its seed decides. Elsewhere all have their turn.
 * @param of this many runs with consecutive seeds run everything once
 */
export function hasTurn(number: number, of: number): boolean {
  return !isPartial || isTurn(number, of, testSeed());
}

/** @param seed any whole number */
export function isTurn(number: number, of: number, seed: number): boolean {
  return (number + (seed % of) + of) % of === 0;
}
