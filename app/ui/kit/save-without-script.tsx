/** For forms that save each change at once: without JavaScript they need a button. */
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
