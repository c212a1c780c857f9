import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const maxGuesses = 30;

// In memory: nobody guesses 256 bits, so the limit only protects the server from load.
const guesses = slidingWindow(15 * 60_000);

export function hasTooManyGuesses(ipAddress: string): boolean {
  return guesses.count(ipAddress) >= maxGuesses;
}

export function countGuess(ipAddress: string): void {
  guesses.add(ipAddress);
}
