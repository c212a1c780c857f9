/** Shows what could not be saved, so that nobody has to remember it. */
export function TypedWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <>
      <p className="mt-4">This is what you typed:</p>
      {words.map((value, index) => (
        <blockquote
          key={index}
          className="my-3 rounded-card border border-line bg-surface p-4 text-left whitespace-pre-wrap"
          dir="auto"
        >
          {value}
        </blockquote>
      ))}
    </>
  );
}
