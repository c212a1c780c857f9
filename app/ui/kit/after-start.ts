/** A page has started by then, and nobody has pressed anything yet. */
const delayMs = 500;

/**
 * Runs something that nobody waits for once the page has started.
 * @returns a function that cancels it
 */
export function afterStart(run: () => void): () => void {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
}
