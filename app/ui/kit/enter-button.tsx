/**
 * Must be the form's first button, which Enter presses. WebKit skips buttons without a box.
 * @param choice the value of "choice", for a form whose buttons have one
 */
export function EnterButton({ choice }: { choice?: string }) {
  return (
    <button
      type="submit"
      className="sr-only"
      tabIndex={-1}
      aria-hidden="true"
      {...(choice && { name: "choice", value: choice })}
    >
      Enter
    </button>
  );
}
