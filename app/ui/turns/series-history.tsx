interface SeriesHistoryProps {
  past: { number: number; day: string; words: string }[];
  inARow: number;
}

const fewest = 3;

export function SeriesHistory({ past, inARow }: SeriesHistoryProps) {
  if (past.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="so-far">
      <h2 id="so-far" className="section-title">
        So far
      </h2>
      {inARow >= fewest && <p className="hint mb-2">Done {inARow} times in a row</p>}
      <ul>
        {past.map(({ number, day, words }) => (
          <li key={number} className="min-h-8">
            {day}
            <span className="text-ink-soft">
              {" "}
              · <bdi>{words}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
