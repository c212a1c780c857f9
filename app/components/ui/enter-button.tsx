/**
 * What Enter presses in a form of several buttons: the first. Out of sight and reach, but with a box: WebKit passes over
 * what has none and presses the next.
 */
export function EnterButton() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
      Enter
    </button>
  );
}
