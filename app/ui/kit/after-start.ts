/** Long enough for a page to start, and too short for a first press. */
const delayMs = 500;

/**
 * Defers work that nobody waits for until the page has started.
 * @returns a function that cancels it
 */
export function afterStart(run: () => void): () => void {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
}
