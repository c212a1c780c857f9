interface Entry {
  id: string;
  who: string | null;
  words: string;
  whom: string | null;
  how: string | null;
  line: string | null;
  when: string;
}

/** Lists the newest first. */
export function TaskHistory({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className="task-history">
      <summary className="text-link">History</summary>
      <ol>
        {entries.map(({ id, who, words, whom, how, line, when }) => (
          <li key={id}>
            {who && <bdi className="font-bold">{who}</bdi>}
            {who ? ` ${words}` : words}
            {whom && " "}
            {whom && <bdi>{whom}</bdi>}
            {how && ` ${how}`}
            {line && ": "}
            {line && <q dir="auto">{line}</q>}{" "}
            <span className="hint whitespace-nowrap">· {when}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
