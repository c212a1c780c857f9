/** A button for forms that save each change at once, which need one without JavaScript. */
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
