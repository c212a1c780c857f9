import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const maxGuesses = 30;

// In memory: nobody guesses 256 bits, so the limit only protects the server from load.
const guesses = slidingWindow(15 * 60_000);

/** For a credential that is checked afterwards. */
export function hasTooManyGuesses(counted: string): boolean {
  return guesses.count(counted) >= maxGuesses;
}

export function countGuess(counted: string): void {
  guesses.add(counted);
}

/**
 * Call this for a link whose signature is wrong, and for no other: neighbors' guesses must not lock out the holder of a
 * good one. Returns true if the network sent too many.
 */
export function isGuessTooMany(ipAddress: string): boolean {
  if (hasTooManyGuesses(ipAddress)) return true;
  countGuess(ipAddress);
  return false;
}
