/**
 * Enter presses the first button of a form: put this one there. It is invisible but has a box, or WebKit skips it and
 * presses the next.
 */
export function EnterButton() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
      Enter
    </button>
  );
}
