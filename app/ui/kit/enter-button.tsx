/** Must be the form's first button, which Enter presses. WebKit skips buttons without a box. */
export function EnterButton() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
      Enter
    </button>
  );
}
