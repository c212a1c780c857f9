import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const guessesInWindow = 30;

// In memory: nobody guesses 256 bits; the limit only keeps a stranger's tries from loading the server.
const guesses = slidingWindow(15 * 60_000);

/** True after 30 forged links from an address within 15 minutes. */
export function guessesTooMuch(ipAddress: string): boolean {
  return guesses.count(ipAddress) >= guessesInWindow;
}

export function countGuess(ipAddress: string): void {
  guesses.add(ipAddress);
}
