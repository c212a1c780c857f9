/** Replaces a section whose data cannot be read. The rest of the page stays. */
export function SectionMissing({ what }: { what: string }) {
  return (
    <p role="alert" className="alert-note">
      {`I can't load ${what} right now. Please reload in a moment.`}
    </p>
  );
}
