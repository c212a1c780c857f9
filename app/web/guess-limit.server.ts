const guessesInWindow = 30;
const windowMs = 15 * 60_000;

// In memory, of this process: 256 bits are not guessed, a stranger who tries is only to be stopped from keeping the
// server busy (SECURITY.md, "Invitations and delegation links").
const guessesFrom = new Map<string, number[]>();

/** True when so many links that nobody made came from there in a quarter of an hour that no more are looked at. */
export function guessesTooMuch(ipAddress: string): boolean {
  forgetBefore(Date.now() - windowMs);
  return (guessesFrom.get(ipAddress)?.length ?? 0) >= guessesInWindow;
}

/** Counts a link that nobody made. */
export function countGuess(ipAddress: string): void {
  guessesFrom.set(ipAddress, [...(guessesFrom.get(ipAddress) ?? []), Date.now()]);
}

function forgetBefore(since: number): void {
  for (const [ipAddress, guesses] of guessesFrom) {
    const recent = guesses.filter((at) => at > since);
    if (recent.length > 0) guessesFrom.set(ipAddress, recent);
    else guessesFrom.delete(ipAddress);
  }
}
