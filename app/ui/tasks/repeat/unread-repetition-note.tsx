/** @param next what the user can do now */
export function UnreadRepetitionNote({ words, next }: { words: string; next: string }) {
  return (
    <p className="notice">
      I didn&apos;t understand <mark dir="auto">{words}</mark>. {next}
    </p>
  );
}
