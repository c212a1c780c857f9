import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const guessesInWindow = 30;

// In memory, of this process: 256 bits are not guessed, a stranger who tries is only to be stopped from keeping the
// server busy.
const guesses = slidingWindow(15 * 60_000);

/** True when so many links that nobody made came from there in a quarter of an hour that no more are looked at. */
export function guessesTooMuch(ipAddress: string): boolean {
  return guesses.count(ipAddress) >= guessesInWindow;
}

/** Counts a link that nobody made. */
export function countGuess(ipAddress: string): void {
  guesses.add(ipAddress);
}
