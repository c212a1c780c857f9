/** Longer than a page takes to start, and shorter than anybody takes to press something. */
const delayMs = 500;

/**
 * For what nobody waits for: it would hold up the page's start.
 * @returns a function that prevents it
 */
export function afterStart(run: () => void): () => void {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
}
