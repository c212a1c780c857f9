/** A button for forms that save each change at once, which without JavaScript they need. */
export function SaveWithoutScript() {
  return (
    <noscript>
      <div className="button-row">
        <button type="submit" className="button-primary">
          Save
        </button>
      </div>
    </noscript>
  );
}
